// An account's connected applications: listing and disconnecting them.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { allScopes } from '../scopes.ts'
import { Identifier, text, UnixTime } from '../values.ts'
import { WorkspaceSummary } from './workspaces.ts'

export const ConnectedApp = z
  .object({
    client_id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(allScopes)),
    authorized_at: UnixTime,
    workspace: WorkspaceSummary.pick({ id: true, name: true }),
    person: z
      .object({ id: z.string(), name: z.string(), email: z.string(), you: z.boolean() })
      .meta({ description: 'The member who connected it' }),
    last_used_at: UnixTime.nullable().meta({ description: 'Accurate to a minute' }),
  })
  .meta({ id: 'ConnectedApp' })
export type ConnectedApp = z.output<typeof ConnectedApp>

const connectedApps = operation({
  id: 'listConnectedApps',
  method: 'GET',
  path: '/user/oauth/apps',
  role: null,
  tag: 'Connected apps',
  audience: 'dashboard',
  answer: envelope(z.array(ConnectedApp)),
  summary:
    'List the applications that you have connected, in all workspaces; admins also see those of other members',
})

const revokeApp = operation({
  id: 'revokeConnectedApp',
  method: 'DELETE',
  path: '/user/oauth/apps/{clientId}',
  role: null,
  tag: 'Connected apps',
  audience: 'dashboard',
  params: z.object({ clientId: text(2048) }),
  query: z.object({
    person: Identifier.optional().meta({
      description: 'The id of the member who connected it; by default you',
    }),
  }),
  answer: envelope(z.object({ client_id: z.string(), revoked: z.literal(true) })),
  summary: 'Revoke all tokens that an application has for you or another member',
})

/** In the order of the reference. */
export const operations = {
  connectedApps,
  revokeApp,
}
