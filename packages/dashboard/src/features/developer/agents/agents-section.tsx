// Connecting agents: the address of the tools, what each agent is to be told, and the tools themselves.
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
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { useAddresses } from '../addresses.ts'
import { agentConfigurations } from './agent-configurations.ts'
import { agentMessages } from './agent-messages.ts'

export function AgentsSection() {
  const text = useMessages(agentMessages)
  const { quota } = useMe()
  const { mcp } = useAddresses()
  return (
    <div className="grid min-w-0 gap-4">
      {quota.hosted_mcp_enabled ? null : <Notice kind="warn">{text.gate}</Notice>}
      <Card>
        <p className="max-w-prose text-sm text-soft">{text.about}</p>
        <CopyField label={text.address} value={mcp} copyLabel={text.copyAddress} />
        {quota.hosted_mcp_enabled ? (
          <Meter label={text.calls} used={quota.mcp_calls.used} limit={quota.mcp_calls.limit} />
        ) : null}
      </Card>
      <Connecting address={mcp} />
      <Tools />
    </div>
  )
}

type Way = 'sign-in' | 'key'

function Connecting({ address }: { address: string }) {
  const text = useMessages(agentMessages)
  const [way, setWay] = useState<Way>('sign-in')
  const [name, setName] = useState('Claude Code')
  const configurations = agentConfigurations(address, way === 'key')
  const chosen = configurations.find((one) => one.name === name)
  return (
    <Card title={text.connect}>
      <Segments<Way>
        label={text.how}
        value={way}
        options={[
          { value: 'sign-in', label: text.signIn },
          { value: 'key', label: text.key },
        ]}
        onChange={setWay}
      />
      <p className="max-w-prose text-sm text-soft">{way === 'key' ? text.keyText : text.signInText}</p>
      {way === 'key' ? (
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
      {chosen ? (
        <div className="grid min-w-0 gap-3">
          <CodeBlock
            key={chosen.name}
            code={chosen.text}
            title={chosen.file ?? text.terminal}
            label={text.textLabel(chosen.name)}
            copyLabel={text.copyText(chosen.name)}
          />
          {way === 'sign-in' && text.afterwards(chosen.name) ? (
            <p className="text-sm text-soft">{text.afterwards(chosen.name)}</p>
          ) : null}
          {chosen.name === 'Claude Desktop' ? <p className="text-sm text-soft">{text.desktop}</p> : null}
          <a
            href={chosen.docs}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1.5 justify-self-start text-sm text-accent underline"
          >
            {text.theirDocs(chosen.name)}
            <ExternalLink className="size-3.5" />
          </a>
        </div>
      ) : null}
    </Card>
  )
}

function Tools() {
  const text = useMessages(agentMessages)
  const language = useLanguage()
  // They are a part of the program, loaded where they are shown.
  const tools = useQuery({
    queryKey: ['tools'],
    queryFn: async () => {
      const [{ toolOutlines }, { scopeSentences }] = await Promise.all([
        import('@linnet/contract/tool-outlines'),
        import('@linnet/pages/scope-sentences'),
      ])
      return { toolOutlines, scopeSentences }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!tools.data)
    return (
      <Loading>
        <Skeleton className="h-96" />
      </Loading>
    )
  const { toolOutlines, scopeSentences } = tools.data
  const groups = Map.groupBy(toolOutlines, ({ scope }) => scope)
  return (
    <Card title={text.tools} description={text.toolsText}>
      <dl className="grid divide-y divide-line border-y border-line">
        {[...groups].map(([scope, members]) => (
          <div key={scope} className="grid gap-x-6 gap-y-2 py-3 md:grid-cols-[16rem_minmax(0,1fr)]">
            <dt>
              <code className="font-mono text-[0.8125rem] font-medium">{scope}</code>
              {scope ? (
                <span className="block text-sm text-soft first-letter:uppercase">
                  {scopeSentences[language][scope]}
                </span>
              ) : null}
            </dt>
            <dd>
              <ul className="grid gap-1.5">
                {members.map(({ name, readOnly, destructive }) => (
                  <li key={name} className="flex flex-wrap items-center gap-2">
                    <code className="font-mono text-[0.8125rem]">{name}</code>
                    {readOnly ? <Badge>{text.reads}</Badge> : null}
                    {destructive ? <Badge look="warn">{text.destroys}</Badge> : null}
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
