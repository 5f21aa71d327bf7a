// An account's connected applications: listing and disconnecting them.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { allScopes } from '../scopes.ts'
import { text, UnixTime } from '../values.ts'

export const ConnectedApp = z
  .object({
    client_id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(allScopes)),
    authorized_at: UnixTime,
    last_used_at: UnixTime.nullable().meta({ description: 'Accurate to a minute' }),
  })
  .meta({ id: 'ConnectedApp' })
export type ConnectedApp = z.output<typeof ConnectedApp>

const connectedApps = operation({
  id: 'listConnectedApps',
  method: 'GET',
  path: '/user/oauth/apps',
  tag: 'Connected apps',
  audience: 'dashboard',
  answer: envelope(z.array(ConnectedApp)),
  summary: 'List the applications that hold active tokens for the account',
})

const revokeApp = operation({
  id: 'revokeConnectedApp',
  method: 'DELETE',
  path: '/user/oauth/apps/{clientId}',
  tag: 'Connected apps',
  audience: 'dashboard',
  params: z.object({ clientId: text(2048) }),
  answer: envelope(z.object({ client_id: z.string(), revoked: z.literal(true) })),
  summary: 'Revoke all tokens that an application holds for the account',
})

/** In the order of the reference. */
export const operations = {
  connectedApps,
  revokeApp,
}
