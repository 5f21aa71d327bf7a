// How to use an application: its client ID, its secret if it is new, and the two requests of the flow.
import type { Application } from '@linnet/contract'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { Notice } from '../../../components/states.tsx'
import { useMessages } from '../../../lib/language.ts'
import { useAddresses } from '../addresses.ts'
import { developerMessages } from '../messages.ts'
import { applicationMessages } from './application-messages.ts'

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

/** RFC 6749, section 4.1.1, with the challenge of RFC 7636, section 4.3. */
function authorizationAddress(issuer: string, { client_id, redirect_uris, scopes }: Application): string {
  const query = [
    'response_type=code',
    `client_id=${client_id}`,
    `redirect_uri=${encodeURIComponent(redirect_uris[0] ?? '')}`,
    `scope=${scopes.join('%20')}`,
    'state=RANDOM',
    'code_challenge=CHALLENGE',
    'code_challenge_method=S256',
  ]
  return `${issuer}/oauth/authorize?${query.join('&')}`
}

/** RFC 6749, section 4.1.3, with the verifier of RFC 7636, section 4.5. */
function exchange(issuer: string, { client_id, type, redirect_uris }: Application): string {
  const who = type === 'confidential' ? `-u '${client_id}:CLIENT_SECRET'` : `-d client_id=${client_id}`
  return [
    `curl ${issuer}/oauth/token ${who}`,
    '-d grant_type=authorization_code -d code=CODE -d code_verifier=VERIFIER',
    `--data-urlencode 'redirect_uri=${redirect_uris[0] ?? ''}'`,
  ].join(' \\\n  ')
}
