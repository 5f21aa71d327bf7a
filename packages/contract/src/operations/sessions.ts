// Sessions of the dashboard: listing and ending them.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { Identifier, UnixTime } from '../values.ts'

export const Session = z
  .object({
    id: z.string(),
    address: z.string(),
    user_agent: z.string(),
    created_at: UnixTime,
    last_seen_at: UnixTime.meta({ description: 'Accurate to a few minutes' }),
    expires_at: UnixTime,
    current: z.boolean().meta({ description: 'Whether it is the session of this request' }),
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof Session>

const list = operation({
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  role: null,
  tag: 'Session',
  audience: 'dashboard',
  answer: envelope(z.array(Session)),
  summary: 'List where the account is signed in',
})

const end = operation({
  id: 'endSession',
  method: 'DELETE',
  path: '/sessions/{id}',
  role: null,
  tag: 'Session',
  audience: 'dashboard',
  params: z.object({ id: Identifier }),
  answer: envelope(z.object({ id: z.string(), ended: z.literal(true) })),
  summary: 'End a session at once',
})

const endOthers = operation({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  role: null,
  tag: 'Session',
  audience: 'dashboard',
  answer: envelope(z.object({ ended: z.int() })),
  summary: 'End all sessions but this one',
})

const signOut = operation({
  id: 'signOut',
  method: 'DELETE',
  path: '/session',
  role: null,
  tag: 'Session',
  audience: 'dashboard',
  answer: envelope(z.object({ ended: z.literal(true) })),
  summary: 'Sign out',
})

/** In the order of the reference. */
export const operations = {
  list,
  end,
  endOthers,
  signOut,
}
