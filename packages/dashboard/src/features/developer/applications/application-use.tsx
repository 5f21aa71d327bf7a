// How to use an application: its client ID, its secret if it is new, and the two requests of the flow.
import type { Application } from '@linnet/contract'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { Notice } from '../../../components/states.tsx'
import { useMessages } from '../../../lib/language.ts'
import { useAddresses } from '../addresses.ts'
import { developerMessages } from '../messages.ts'
import { applicationMessages } from './application-messages.ts'
import { authorizationAddress, exchange } from './example-requests.ts'

interface ApplicationUseProps {
  application: Application
  /** The secret, if it was just created. */
  secret: string | null
}

export function ApplicationUse({ application, secret }: ApplicationUseProps) {
  const text = useMessages(applicationMessages)
  const shared = useMessages(developerMessages)
  const { issuer } = useAddresses()
  return (
    <div className="grid min-w-0 gap-5">
      {secret === null ? null : <Notice kind="warn">{shared.shownOnce}</Notice>}
      <CopyField label={text.clientId} value={application.client_id} copyLabel={text.copyId} />
      {secret === null ? null : (
        <CopyField label={text.clientSecret} value={secret} copyLabel={text.copySecret} />
      )}
      <div className="grid min-w-0 gap-2">
        <p className="text-sm text-soft">{text.example}</p>
        <CodeBlock
          code={authorizationAddress(issuer, application)}
          wraps
          label={text.exampleLabel}
          copyLabel={text.copyExample}
        />
      </div>
      <div className="grid min-w-0 gap-2">
        <p className="text-sm text-soft">{text.exchange}</p>
        <CodeBlock
          code={exchange(issuer, application)}
          label={text.exchangeLabel}
          copyLabel={shared.copyCommand}
        />
      </div>
    </div>
  )
}
