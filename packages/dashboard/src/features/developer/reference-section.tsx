// Where to find the API reference, how to get started, and the limits of the API.

import { messagesFor } from '@linnet/languages'
import { apiReference } from '@linnet/languages/en/developer/reference'
import { ButtonLink, buttonClasses } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { ExternalLink, FileJson } from '../../components/icons.ts'
import { Card } from '../../components/page.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { useMay } from '../../lib/workspace/may.ts'
import { useAddresses } from './addresses.ts'
import { developerMessages } from './messages.ts'

const messages = messagesFor('apiReference', apiReference)

export function ReferenceSection() {
  const text = useMessages(messages)
  const shared = useMessages(developerMessages)
  const { number } = useFormats()
  const { quota } = useMe()
  const mayCreateKey = useMay('accounts.createKey')
  const { api } = useAddresses()
  return (
    <div className="grid min-w-0 gap-4">
      <Card>
        <p className="max-w-prose text-sm text-soft">{text.about}</p>
        <div className="flex flex-wrap gap-2">
          <a href={`${api}/docs`} target="_blank" rel="noreferrer" className={buttonClasses('primary')}>
            <ExternalLink />
            {text.open}
          </a>
          <a href={`${api}/openapi.json`} target="_blank" rel="noreferrer" className={buttonClasses()}>
            <FileJson />
            {text.description}
          </a>
        </div>
        <CopyField label={text.base} value={api} copyLabel={text.copyBase} />
      </Card>
      <Card
        title={text.start}
        actions={
          mayCreateKey ? (
            <ButtonLink
              size="small"
              to="/developer/{-$section}/{-$item}"
              params={{ section: undefined, item: undefined }}
            >
              {text.makeKey}
            </ButtonLink>
          ) : null
        }
      >
        <p className="text-sm text-soft">{text.startText}</p>
        <CodeBlock
          code={`curl ${api}/links \\\n  -H 'Authorization: Bearer sk_live_…' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"long_url": "https://example.com"}'`}
          label={text.startLabel}
          copyLabel={shared.copyCommand}
        />
      </Card>
      <Card title={text.limits}>
        <ul className="grid list-disc gap-2 pl-5 text-sm">
          <li>{text.perMinute(number(quota.requests_per_minute))}</li>
          <li>{text.headers}</li>
          <li>{text.idempotency}</li>
        </ul>
      </Card>
    </div>
  )
}
