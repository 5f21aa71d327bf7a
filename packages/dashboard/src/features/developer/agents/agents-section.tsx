// Connecting agents: the address of the tools, the configuration of each agent, and the tools themselves.
import { messagesFor } from '@linnet/languages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '../../../components/button.tsx'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { ExternalLink } from '../../../components/icons.ts'
import { Meter } from '../../../components/meter.tsx'
import { Badge, Card } from '../../../components/page.tsx'
import { Segments } from '../../../components/segments.tsx'
import { Loading, Notice, Skeleton } from '../../../components/states.tsx'
import { Switch } from '../../../components/switch.tsx'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { useAddresses } from '../addresses.ts'
import { type AgentConfiguration, agentConfigurations } from './agent-configurations.ts'
import { agentMessages } from './agent-messages.ts'

export function AgentsSection() {
  const text = useMessages(agentMessages)
  const { quota } = useMe()
  const { mcp } = useAddresses()
  const [isAll, setAll] = useState(false)
  const address = isAll ? `${mcp}?tools=all` : mcp
  return (
    <div className="grid min-w-0 gap-4">
      {quota.hosted_mcp_enabled ? null : <Notice kind="warn">{text.gate}</Notice>}
      <Card>
        <p className="max-w-prose text-sm text-soft">{text.about}</p>
        <CopyField label={text.address} value={address} copyLabel={text.copyAddress} />
        <Switch label={text.allTools} hint={text.allToolsHint} checked={isAll} onChange={setAll} />
        {quota.hosted_mcp_enabled ? (
          <Meter label={text.calls} used={quota.mcp_calls.used} limit={quota.mcp_calls.limit} />
        ) : null}
      </Card>
      <Connection address={address} />
      <Tools isAll={isAll} />
    </div>
  )
}

type SignInMethod = 'sign-in' | 'key'

function Connection({ address }: { address: string }) {
  const text = useMessages(agentMessages)
  const [method, setMethod] = useState<SignInMethod>('sign-in')
  const mayCreateKey = useMay('accounts.createKey')
  const [name, setName] = useState('Claude Code')
  const configurations = agentConfigurations({ address, isWithKey: method === 'key' })
  const chosen = configurations.find((one) => one.name === name)
  return (
    <Card title={text.connect}>
      <Segments<SignInMethod>
        label={text.how}
        value={method}
        options={[
          { value: 'sign-in', label: text.signIn },
          { value: 'key', label: text.key },
        ]}
        onChange={setMethod}
      />
      <p className="max-w-prose text-sm text-soft">{method === 'key' ? text.keyText : text.signInText}</p>
      {method === 'key' && mayCreateKey ? (
        <ButtonLink
          size="small"
          className="justify-self-start"
          to="/developer/{-$section}/{-$item}"
          params={{ section: undefined, item: undefined }}
        >
          {text.makeKey}
        </ButtonLink>
      ) : null}
      <div translate="no">
        <Segments
          label={text.agent}
          value={name}
          options={configurations.map((one) => ({ value: one.name, label: one.name }))}
          onChange={setName}
        />
      </div>
      {chosen ? <Configuration configuration={chosen} method={method} /> : null}
    </Card>
  )
}

interface ConfigurationProps {
  configuration: AgentConfiguration
  method: SignInMethod
}

function Configuration({ configuration: { name, docs, file, text: code }, method }: ConfigurationProps) {
  const text = useMessages(agentMessages)
  return (
    <div className="grid min-w-0 gap-3">
      <CodeBlock
        key={name}
        code={code}
        title={file ?? text.terminal}
        label={text.textLabel(name)}
        copyLabel={text.copyText(name)}
      />
      {method === 'sign-in' && text.afterwards(name) ? (
        <p className="text-sm text-soft">{text.afterwards(name)}</p>
      ) : null}
      {name === 'Claude Desktop' ? <p className="text-sm text-soft">{text.desktop}</p> : null}
      <a
        href={docs}
        target="_blank"
        rel="noreferrer"
        className="inline-flex items-center gap-1.5 justify-self-start text-sm text-accent underline"
      >
        {text.theirDocs(name)}
        <ExternalLink className="size-3.5" />
      </a>
    </div>
  )
}

function Tools({ isAll }: { isAll: boolean }) {
  const text = useMessages(agentMessages)
  const language = useLanguage()
  // The tools are part of the bundle, in a chunk that is loaded only when they are shown.
  const query = useQuery({
    queryKey: ['tools'],
    queryFn: async () => {
      const [{ toolOutlines }, { scopeSentences }] = await Promise.all([
        import('@linnet/contract/tool-outlines'),
        import('@linnet/languages/en/scopes'),
      ])
      return { toolOutlines, scopeSentencesIn: messagesFor('scopeSentences', scopeSentences) }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!query.data)
    return (
      <Loading>
        <Skeleton className="h-96" />
      </Loading>
    )
  const { toolOutlines, scopeSentencesIn } = query.data
  const tools = toolOutlines.filter(({ isExtra }) => isAll || !isExtra)
  const groups = Map.groupBy(tools, ({ scope }) => scope)
  return (
    <Card title={text.tools} description={text.toolsText}>
      <dl className="grid divide-y divide-line border-y border-line">
        {[...groups].map(([scope, tools]) => (
          <div key={scope} className="grid gap-x-6 gap-y-2 py-3 md:grid-cols-[16rem_minmax(0,1fr)]">
            <dt>
              <code className="font-mono text-[0.8125rem] font-medium">{scope}</code>
              <span className="block text-sm text-soft first-letter:uppercase">
                {scope ? scopeSentencesIn(language)[scope] : text.anyScope}
              </span>
            </dt>
            <dd>
              <ul className="grid gap-1.5">
                {tools.map(({ name, readOnly, destructive }) => (
                  <li key={name} className="flex flex-wrap items-center gap-2">
                    <code className="font-mono text-[0.8125rem]">{name}</code>
                    {readOnly ? <Badge>{text.reads}</Badge> : null}
                    {destructive ? <Badge variant="warn">{text.destroys}</Badge> : null}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-soft">{text.care}</p>
    </Card>
  )
}
