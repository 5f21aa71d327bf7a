// The command `app create`.
import { appNameFault, faultSentence, redirectUriFault } from '@linnet/contract'
import {
  type Command,
  CommandError,
  type CommandShape,
  emailOption,
  scopesNamed,
} from '../../../platform/command.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type Audit, commandLine } from '../../identity/audit/index.ts'
import { addSecret, appRow } from './applications.ts'
import type { ApplicationStore } from './store.ts'

/** How the commands are called. */
export const applicationCommandShapes = {
  create: {
    name: 'app create',
    summary: 'Register an OAuth application; its secret is shown only once',
    options: {
      email: emailOption,
      name: { kind: 'value', required: true, meaning: 'Name that users see', placeholder: 'NAME' },
      'redirect-uri': {
        kind: 'values',
        required: true,
        meaning: 'Redirect URI; can be given several times',
        placeholder: 'URI',
      },
      public: {
        kind: 'flag',
        meaning:
          "For an application that can't keep a secret, such as a mobile app, web page or command-line tool",
      },
      scopes: {
        kind: 'value',
        meaning: 'Scopes it may request: "all" (default), or scopes separated by commas',
        placeholder: 'SCOPES',
      },
    },
  },
} satisfies Record<string, CommandShape>

export interface ApplicationCommandNeeds {
  store: ApplicationStore
  audit: Audit
  clock: Clock
  userIdByEmail(email: string): Promise<number | null>
}

export function applicationCommands({
  store,
  audit,
  clock,
  userIdByEmail,
}: ApplicationCommandNeeds): Command[] {
  return [
    {
      ...applicationCommandShapes.create,
      async run({ email = '', name: givenName = '', 'redirect-uri': uris = '', public: isPublic, scopes }) {
        const redirectUris = readRedirectUris(uris)
        const name = givenName.trim()
        const fault = appNameFault(name)
        if (fault) throw new CommandError(`the name ${faultSentence(fault)}`)
        const options = {
          ...{ name, redirectUris, confidential: isPublic === undefined, homepage: null },
          scopes: scopesNamed(scopes ?? 'all'),
        }
        const userId = await userIdByEmail(email)
        if (userId === null) throw new CommandError(`there is no account with the e-mail ${email}`)
        const now = clock.now()
        const app = appRow({ ...options, userId, kind: 'account', now })
        const secret = await store.transaction(async (tx) => {
          await store.insert(tx, app)
          const detail = { client_id: app.id, name: app.name }
          await audit.write(tx, { userId, action: 'app_created', detail, client: commandLine, now })
          return app.confidential === 1 ? (await addSecret(store, tx, { appId: app.id, now })).secret : null
        })
        return { client_id: app.id, client_secret: secret }
      },
      format: ({ client_id, client_secret }) =>
        client_secret === null
          ? `client_id:     ${client_id}\n\nThis application is public: it has no secret, and uses PKCE instead.`
          : `client_id:     ${client_id}\nclient_secret: ${client_secret}\n\nSave the secret now: it is not shown again.`,
    },
  ]
}

/** The URIs of an option that can be given several times, one per line. */
function readRedirectUris(text: string): string[] {
  const redirectUris = text.split('\n')
  for (const uri of redirectUris) {
    const fault = redirectUriFault(uri)
    if (fault) throw new CommandError(`the redirect URI ${uri.slice(0, 200)} ${faultSentence(fault)}`)
  }
  if (redirectUris.length > 20) throw new CommandError('an application can have at most 20 redirect URIs')
  return redirectUris
}
