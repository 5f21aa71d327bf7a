// The SQL of sessions, and of the devices that have signed in.
import { deleteInBatches } from '../../../db/batched-deletes.ts'
import { type Database, within } from '../../../db/database.ts'
import type { SessionTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type SessionRow = SessionTable

// More than a user needs, and few enough for one page.
const mostSessions = 100

/** Which of an identity's sessions: by default all. */
export interface OnlyOfIdentity {
  /** Those of this session at the provider, and those of which it is unknown. */
  providerSession?: string | null
  /** All but the one with this hash. */
  kept?: string | null
}

export class SessionStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** Stores a session, and deletes all but the newest of the account's older ones. */
  async insert(tx: Tx, session: SessionRow): Promise<void> {
    const query = within(tx)
    await query.insertInto('sessions').values(session).execute()
    const older = query
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', session.user_id)
      .where('token_hash', '!=', session.token_hash)
      .orderBy('id', 'desc')
      .limit(mostSessions)
      .offset(mostSessions - 1)
    await query.deleteFrom('sessions').where('token_hash', 'in', older).execute()
  }

  /**
   * A session that hasn't ended, with its person's role in a workspace and that workspace's plan: in the one with this id, or
   * in their own (null). The workspace's fields are null if there is none with this id, or the person doesn't belong to it.
   */
  async valid(tokenHash: string, workspace: string | null, now: number) {
    return await this.db.read
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .leftJoin('workspaces', (join) =>
        join
          .on('workspaces.deleted_at', 'is', null)
          .$call((on) =>
            workspace === null
              ? on.onRef('workspaces.id', '=', 'users.id')
              : on.on('workspaces.public_id', '=', workspace),
          ),
      )
      .leftJoin('workspace_members as member', (join) =>
        join.onRef('member.workspace_id', '=', 'workspaces.id').onRef('member.person_id', '=', 'users.id'),
      )
      .select([
        'sessions.id',
        'sessions.token_hash',
        'sessions.last_seen_at',
        'sessions.created_at',
        'sessions.authenticated_at',
        'users.id as person_id',
        'workspaces.id as workspace_id',
        'workspaces.plan',
        'workspaces.blocked_reason',
        'member.role',
      ])
      .where('sessions.token_hash', '=', tokenHash)
      .where('sessions.expires_at', '>', now)
      .where('users.deleted_at', 'is', null)
      .where('users.blocked_at', 'is', null)
      .executeTakeFirst()
  }

  of(userId: number, now: number): Promise<SessionRow[]> {
    return this.db.read
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  }

  async see(tokenHash: string, now: number): Promise<void> {
    await this.db.transaction((tx) =>
      within(tx)
        .updateTable('sessions')
        .set({ last_seen_at: now })
        .where('token_hash', '=', tokenHash)
        .execute(),
    )
  }

  /** Gives a session a new identifier after its user was authenticated again; false if it has ended. */
  async renew(
    tx: Tx,
    { tokenHash, newHash, authenticatedAt }: { tokenHash: string; newHash: string; authenticatedAt: number },
  ): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('sessions')
      .set({ token_hash: newHash, authenticated_at: authenticatedAt })
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** False if the account has no such session. */
  async delete(tx: Tx, userId: number, id: string): Promise<boolean> {
    const { numDeletedRows } = await within(tx)
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  async deleteByHash(tx: Tx, tokenHash: string): Promise<boolean> {
    const { numDeletedRows } = await within(tx)
      .deleteFrom('sessions')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  /** Returns how many ended; `kept` is the hash of a session that continues. */
  async deleteAll(tx: Tx, userId: number, kept: string | null): Promise<number> {
    const deletion = within(tx).deleteFrom('sessions').where('user_id', '=', userId)
    const { numDeletedRows } = await (kept === null
      ? deletion
      : deletion.where('token_hash', '!=', kept)
    ).executeTakeFirst()
    return Number(numDeletedRows)
  }

  async bind(
    tx: Tx,
    id: string,
    { identityId, providerSession }: { identityId: string; providerSession: string | null },
  ): Promise<void> {
    await within(tx)
      .updateTable('sessions')
      .set({ identity_id: identityId, provider_session: providerSession })
      .where('id', '=', id)
      .execute()
  }

  /** Returns the users whose sessions ended, once for each session. */
  async deleteOfIdentity(
    tx: Tx,
    identityId: string,
    { providerSession = null, kept = null }: OnlyOfIdentity,
  ): Promise<number[]> {
    const rows = await within(tx)
      .deleteFrom('sessions')
      .where('identity_id', '=', identityId)
      .$if(providerSession !== null, (query) =>
        query.where((where) =>
          where.or([where('provider_session', '=', providerSession), where('provider_session', 'is', null)]),
        ),
      )
      .$if(kept !== null, (query) => query.where('token_hash', '!=', kept ?? ''))
      .returning('user_id')
      .execute()
    return rows.map(({ user_id }) => user_id)
  }

  async rememberDevice(
    tx: Tx,
    { userId, tokenHash, now }: { userId: number; tokenHash: string; now: number },
  ): Promise<void> {
    await within(tx)
      .insertInto('known_devices')
      .values({ user_id: userId, token_hash: tokenHash, last_used_at: now })
      .onConflict((conflict) =>
        conflict.columns(['token_hash', 'user_id']).doUpdateSet({ last_used_at: now }),
      )
      .execute()
    const older = within(tx)
      .selectFrom('known_devices')
      .select('token_hash')
      .where('user_id', '=', userId)
      .where('token_hash', '!=', tokenHash)
      .orderBy('last_used_at', 'desc')
      .limit(mostSessions)
      .offset(mostSessions - 1)
    await within(tx)
      .deleteFrom('known_devices')
      .where('user_id', '=', userId)
      .where('token_hash', 'in', older)
      .execute()
  }

  async knowsDevice(userId: number, tokenHash: string): Promise<boolean> {
    const row = await this.db.read
      .selectFrom('known_devices')
      .select('user_id')
      .where('token_hash', '=', tokenHash)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row !== undefined
  }

  async forgetDevices(tx: Tx, userId: number): Promise<void> {
    await within(tx).deleteFrom('known_devices').where('user_id', '=', userId).execute()
  }

  async prune(now: number, devicesUnusedSince: number): Promise<void> {
    await deleteInBatches(this.db, 'sessions', 'token_hash', ['expires_at', '<=', now])
    await deleteInBatches(this.db, 'known_devices', 'token_hash', ['last_used_at', '<', devicesUnusedSince])
  }
}
