// The operations that list and end sessions.
import { type Api, Refusal, type Session } from '@linnet/contract'
import type { Caller, Client, Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Audit } from '../audit/index.ts'
import type { SessionRow, SessionStore } from './store.ts'

export interface SessionOperationNeeds {
  store: SessionStore
  audit: Audit
}

export function sessionOperations(needs: SessionOperationNeeds): Handlers<Api['sessions']> {
  const { store, audit } = needs
  return {
    async list(_input, { caller, now }) {
      const rows = await store.of(caller.personId, unixSeconds(now))
      return { data: rows.map((row) => sessionRecord(row, caller.credential)) }
    },

    async end({ id }, { caller, client, now, setSession }) {
      const [own] = (await store.of(caller.personId, unixSeconds(now))).filter((row) => row.id === id)
      await store.transaction(async (tx) => {
        if (!(await store.delete(tx, caller.personId, id))) throw new Refusal('not_found')
        await audit.write(tx, {
          userId: caller.personId,
          action: 'session_ended',
          detail: { session: id },
          client,
          now,
        })
      })
      if (own?.token_hash === caller.credential) setSession(null)
      return { data: { id, ended: true } }
    },

    async endOthers(_input, { caller, client, now }) {
      const ended = await store.transaction(async (tx) => {
        const ended = await store.deleteAll(tx, caller.personId, caller.credential)
        if (ended > 0)
          await audit.write(tx, {
            userId: caller.personId,
            action: 'session_ended',
            detail: { count: String(ended) },
            client,
            now,
          })
        return ended
      })
      return { data: { ended } }
    },

    async signOut(_input, { caller, client, now, setSession }) {
      await endSession(needs, caller, { client, now })
      setSession(null)
      return { data: { ended: true } }
    },
  }
}

/** Ends the caller's own session. */
export async function endSession(
  { store, audit }: SessionOperationNeeds,
  { personId: userId, credential }: Caller,
  { client, now }: { client: Client; now: number },
): Promise<void> {
  await store.transaction(async (tx) => {
    if (await store.deleteByHash(tx, credential))
      await audit.write(tx, { userId, action: 'signed_out', client, now })
  })
}

function sessionRecord(row: SessionRow, current: string): Session {
  return {
    id: row.id,
    address: row.address,
    user_agent: row.user_agent,
    created_at: row.created_at,
    last_seen_at: row.last_seen_at,
    expires_at: row.expires_at,
    current: row.token_hash === current,
  }
}
