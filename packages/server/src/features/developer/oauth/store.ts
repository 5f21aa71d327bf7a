// The SQL of the authorization server: requests, codes, grants and tokens, all stored as hashes.

import { sql } from 'kysely'
import { deleteInBatches, deleteSome, rowsPerBatch } from '../../../db/batched-deletes.ts'
import { type Database, within } from '../../../db/database.ts'
import type {
  OauthAccessTokenTable,
  OauthCodeTable,
  OauthGrantTable,
  OauthRequestTable,
} from '../../../db/schema.ts'
import { statement } from '../../../db/statement.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type RequestRow = OauthRequestTable
export type CodeRow = OauthCodeTable
export type GrantRow = OauthGrantTable

// The most that one session, or one user with one application, can leave behind.
const mostRequests = 20
const mostGrants = 100
// Requests with the previous token must still work while a refresh is under way.
const accessTokensPerGrant = 2

// Used codes are kept after they have expired, so that a late replay is still recognized.
const codeKeptSeconds = 24 * 60 * 60

/** Whose access it is: a person's in a workspace. */
export interface AccessOwner {
  workspaceId: number
  personId: number
}

/** The columns of an owner: in a personal workspace, the person is not stored a second time. */
export function ownerColumns({ workspaceId, personId }: AccessOwner): {
  user_id: number
  person_id: number | null
} {
  return { user_id: workspaceId, person_id: personId === workspaceId ? null : personId }
}

/** Replacing a refresh token with the next one. */
export interface Rotation {
  grantId: string
  /** The hash of the old token. */
  from: string
  /** The hash of the new token. */
  to: string
  /** The tokens that were replaced a moment ago, as JSON. */
  retired: string
  now: number
  expires: number
}

export class OauthStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** Locks everything between a workspace and an application until the transaction ends. */
  lock(tx: Tx, workspaceId: number, appId: string): Promise<void> {
    return this.db.lock(tx, [`oauth:${workspaceId}:${appId}`])
  }

  /** Stores a request, and deletes all but the newest of the session's older ones. */
  async insertRequest(request: RequestRow): Promise<void> {
    await this.db.transaction(async (tx) => {
      const query = within(tx)
      await query.insertInto('oauth_requests').values(request).execute()
      const older = query
        .selectFrom('oauth_requests')
        .select('id_hash')
        .where('user_id', '=', request.user_id)
        .where('session_hash', '=', request.session_hash)
        .where('id_hash', '!=', request.id_hash)
        .orderBy('expires_at', 'desc')
        .limit(rowsPerBatch)
        .offset(mostRequests - 1)
      await query.deleteFrom('oauth_requests').where('id_hash', 'in', older).execute()
    })
  }

  request(idHash: string): Promise<RequestRow | undefined> {
    return this.db.read
      .selectFrom('oauth_requests')
      .selectAll()
      .where('id_hash', '=', idHash)
      .executeTakeFirst()
  }

  /** Deletes a request; false if it was decided already. */
  async takeRequest(tx: Tx, idHash: string): Promise<boolean> {
    const { numDeletedRows } = await within(tx)
      .deleteFrom('oauth_requests')
      .where('id_hash', '=', idHash)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  /**
   * The scopes that an application needs no new consent for: those of its active grants and unused codes, unless the consent
   * was withdrawn. So consent ends with the last token, and covers what the list of connected apps shows.
   */
  async consentedScopes(
    tx: Tx,
    { userId, appId, now }: { userId: number; appId: string; now: number },
  ): Promise<Set<string>> {
    const query = within(tx)
    const consent = await query
      .selectFrom('oauth_consents')
      .select('granted_at')
      .where('user_id', '=', userId)
      .where('app_id', '=', appId)
      .executeTakeFirst()
    if (!consent) return new Set()
    const grants = query
      .selectFrom('oauth_grants')
      .select(['scopes', 'may_delete'])
      .where('user_id', '=', userId)
      .where('app_id', '=', appId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
    const codes = query
      .selectFrom('oauth_codes')
      .select(['scopes', 'may_delete'])
      .where('user_id', '=', userId)
      .where('app_id', '=', appId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
    const rows = await grants.union(codes).execute()
    // Before links could be deleted for good, people were asked for less.
    return new Set(
      rows.flatMap(({ scopes, may_delete }) =>
        scopes.split(' ').filter((scope) => scope !== 'links:archive' || may_delete === 1),
      ),
    )
  }

  async putConsent(
    tx: Tx,
    consent: { user_id: number; app_id: string; scopes: string; granted_at: number },
  ): Promise<void> {
    const { scopes, granted_at } = consent
    await within(tx)
      .insertInto('oauth_consents')
      .values(consent)
      .onConflict((conflict) => conflict.columns(['user_id', 'app_id']).doUpdateSet({ scopes, granted_at }))
      .execute()
  }

  async insertCode(tx: Tx, code: CodeRow): Promise<void> {
    await within(tx).insertInto('oauth_codes').values(code).execute()
  }

  code(codeHash: string): Promise<CodeRow | undefined> {
    return this.db.read
      .selectFrom('oauth_codes')
      .selectAll()
      .where('code_hash', '=', codeHash)
      .executeTakeFirst()
  }

  /** Uses a code up; false if it was exchanged already, or revoked. */
  async useCode(
    tx: Tx,
    { codeHash, grantId, now }: { codeHash: string; grantId: string; now: number },
  ): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('oauth_codes')
      .set({ used_at: now, grant_id: grantId })
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Stores a grant, and deletes all but the newest of this person's older ones for this application in the workspace. */
  async insertGrant(tx: Tx, grant: GrantRow): Promise<void> {
    const query = within(tx)
    await query.insertInto('oauth_grants').values(grant).execute()
    const older = query
      .selectFrom('oauth_grants')
      .select('id')
      .where('user_id', '=', grant.user_id)
      .where('person_id', grant.person_id === null ? 'is' : '=', grant.person_id)
      .where('app_id', '=', grant.app_id)
      .where('id', '!=', grant.id)
      .orderBy('id', 'desc')
      .limit(rowsPerBatch)
      .offset(mostGrants - 1)
    await query.deleteFrom('oauth_grants').where('id', 'in', older).execute()
    await query
      .updateTable('oauth_apps')
      .set({ last_used_at: grant.created_at })
      .where('id', '=', grant.app_id)
      .where((where) =>
        where.or([where('last_used_at', 'is', null), where('last_used_at', '<', grant.created_at - 86_400)]),
      )
      .execute()
  }

  /** Revokes a grant, and returns its user and application; null if it was revoked before. */
  async revokeGrant(tx: Tx, id: string, now: number): Promise<{ user_id: number; app_id: string } | null> {
    const row = await within(tx)
      .updateTable('oauth_grants')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['user_id', 'app_id'])
      .executeTakeFirst()
    return row ?? null
  }

  async useGrant(tx: Tx, id: string, now: number): Promise<void> {
    await within(tx).updateTable('oauth_grants').set({ last_used_at: now }).where('id', '=', id).execute()
  }

  /** Stores an access token, and deletes all but the newest of the grant's others. */
  async insertAccessToken(tx: Tx, token: OauthAccessTokenTable): Promise<void> {
    const query = within(tx)
    const older = query
      .selectFrom('oauth_access_tokens')
      .select('token_hash')
      .where('grant_id', '=', token.grant_id)
      .orderBy('created_at', 'desc')
      .orderBy('token_hash')
      .limit(rowsPerBatch)
      .offset(accessTokensPerGrant - 1)
    await query.deleteFrom('oauth_access_tokens').where('token_hash', 'in', older).execute()
    await query.insertInto('oauth_access_tokens').values(token).execute()
  }

  /** A token that has neither expired nor been revoked, with its grant and its account. */
  async validAccessToken(tokenHash: string, now: number) {
    return (await selectValidAccessToken(this.db.read, { tokenHash, now })).rows[0]
  }

  /** The application of an access token, even if the token has expired or its grant was revoked. */
  async appOfAccessToken(tokenHash: string): Promise<string | undefined> {
    const row = await this.db.read
      .selectFrom('oauth_access_tokens as token')
      .innerJoin('oauth_grants as grant', 'grant.id', 'token.grant_id')
      .select('grant.app_id')
      .where('token.token_hash', '=', tokenHash)
      .executeTakeFirst()
    return row?.app_id
  }

  /** The grant of a family of refresh tokens, even if it has expired or was revoked, with its person and their role. */
  grantOfFamily(familyHash: string) {
    return this.db.read
      .selectFrom('oauth_grants as grant')
      .innerJoin('workspaces', 'workspaces.id', 'grant.user_id')
      .innerJoin('users', (join) => join.on('users.id', '=', personOf))
      .leftJoin('workspace_members as member', (join) =>
        join
          .onRef('member.workspace_id', '=', 'grant.user_id')
          .onRef('member.person_id', '=', 'grant.person_id'),
      )
      .selectAll('grant')
      .select(['users.public_id', 'member.role'])
      .select((select) => [
        select.fn.coalesce('workspaces.deleted_at', 'users.deleted_at').as('deleted_at'),
        select.fn.coalesce('workspaces.blocked_at', 'users.blocked_at').as('blocked_at'),
      ])
      .where('grant.family_hash', '=', familyHash)
      .executeTakeFirst()
  }

  /** Replaces a refresh token with the next one; false if it is no longer valid. */
  async rotate(tx: Tx, { grantId, from, to, retired, now, expires }: Rotation): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('oauth_grants')
      .set({
        refresh_hash: to,
        retired,
        refresh_issued_at: now,
        last_used_at: now,
        expires_at: expires,
      })
      .where('id', '=', grantId)
      .where('refresh_hash', '=', from)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async deleteAccessToken(tx: Tx, tokenHash: string): Promise<void> {
    await within(tx).deleteFrom('oauth_access_tokens').where('token_hash', '=', tokenHash).execute()
  }

  /**
   * The grants that can still get access, oldest first, with their applications: a person's in all workspaces, and everyone's in
   * a workspace that they administer (null: in none).
   */
  activeGrants({ personId, administered }: { personId: number; administered: number | null }, now: number) {
    return this.db.read
      .selectFrom('oauth_grants as grant')
      .innerJoin('oauth_apps as app', 'app.id', 'grant.app_id')
      .innerJoin('workspaces', 'workspaces.id', 'grant.user_id')
      .innerJoin('users', (join) => join.on('users.id', '=', personOf))
      .select([
        'workspaces.public_id as workspace',
        'workspaces.name as workspace_name',
        'users.id as person_id',
        'users.public_id as person',
        'users.name as person_name',
        'users.email',
        'grant.id',
        'grant.app_id',
        'app.name',
        'grant.scopes',
        'grant.created_at',
        'grant.last_used_at',
      ])
      .where((where) =>
        where.or([
          where('grant.user_id', '=', administered ?? personId),
          where('grant.user_id', '=', personId),
          where('grant.person_id', '=', personId),
        ]),
      )
      .where('grant.revoked_at', 'is', null)
      .where('grant.expires_at', '>', now)
      .where('app.deleted_at', 'is', null)
      .where('workspaces.deleted_at', 'is', null)
      .orderBy('grant.id')
      .execute()
  }

  /** The applications with access to a personal workspace, in lock order. */
  async appsOf(tx: Tx, userId: number): Promise<string[]> {
    const rows = await within(tx)
      .selectFrom('oauth_grants')
      .select('app_id')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .union(within(tx).selectFrom('oauth_consents').select('app_id').where('user_id', '=', userId))
      .union(
        within(tx)
          .selectFrom('oauth_codes')
          .select('app_id')
          .where('user_id', '=', userId)
          .where('used_at', 'is', null),
      )
      .execute()
    return rows.map(({ app_id }) => app_id).toSorted()
  }

  /**
   * Revokes everything that a person has allowed an application in a workspace: tokens, unused codes, requests and, if no other
   * member uses the application there, the consent. False if there was nothing.
   */
  async revokeApp(
    tx: Tx,
    { appId, now, ...owner }: AccessOwner & { appId: string; now: number },
  ): Promise<boolean> {
    const query = within(tx)
    const { user_id, person_id } = ownerColumns(owner)
    const isOrIs = person_id === null ? 'is' : '='
    const { numUpdatedRows } = await query
      .updateTable('oauth_grants')
      .set({ revoked_at: now })
      .where('user_id', '=', user_id)
      .where('person_id', isOrIs, person_id)
      .where('app_id', '=', appId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    let ended = numUpdatedRows
    const unused = await query
      .deleteFrom('oauth_codes')
      .where('user_id', '=', user_id)
      .where('person_id', isOrIs, person_id)
      .where('app_id', '=', appId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    ended += unused.numDeletedRows
    await query
      .deleteFrom('oauth_requests')
      .where('user_id', '=', owner.personId)
      .where('app_id', '=', appId)
      .execute()
    const { numDeletedRows } = await query
      .deleteFrom('oauth_consents')
      .where('user_id', '=', user_id)
      .where('app_id', '=', appId)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('oauth_grants as other')
              .select('other.id')
              .where('other.user_id', '=', user_id)
              .where('other.app_id', '=', appId)
              .where('other.revoked_at', 'is', null)
              .where('other.expires_at', '>', now),
          ),
        ),
      )
      .executeTakeFirst()
    return ended + numDeletedRows > 0n
  }

  /** Revokes what a person has allowed applications in shared workspaces; returns the numbers of these. */
  async revokeInWorkspaces(tx: Tx, personId: number, now: number): Promise<number[]> {
    const query = within(tx)
    await query
      .deleteFrom('oauth_codes')
      .where('person_id', '=', personId)
      .where('used_at', 'is', null)
      .execute()
    const rows = await query
      .updateTable('oauth_grants')
      .set({ revoked_at: now })
      .where('person_id', '=', personId)
      .where('revoked_at', 'is', null)
      .returning('user_id')
      .execute()
    return [...new Set(rows.map(({ user_id }) => user_id))]
  }

  /** Deletes what is no longer valid or needed to recognize a replay, in short transactions. */
  async prune(now: number): Promise<void> {
    await deleteInBatches(this.db, 'oauth_requests', 'id_hash', ['expires_at', '<=', now])
    await deleteInBatches(this.db, 'oauth_codes', 'code_hash', ['expires_at', '<=', now - codeKeptSeconds])
    await deleteInBatches(this.db, 'oauth_access_tokens', 'token_hash', ['expires_at', '<=', now])
    await deleteInBatches(this.db, 'oauth_grants', 'id', ['expires_at', '<=', now])
  }

  /** Deletes some grants, codes, requests and consents of an account or application; false if nothing is left. */
  async eraseSome(owner: 'user_id' | 'app_id', id: number | string): Promise<boolean> {
    for (const [table, key] of [
      ['oauth_grants', 'id'],
      ['oauth_codes', 'code_hash'],
      ['oauth_requests', 'id_hash'],
      // An account has one for each application.
      ['oauth_consents', owner === 'user_id' ? 'app_id' : 'user_id'],
    ] as const)
      if ((await deleteSome(this.db, table, key, [owner, '=', id])) > 0) return true
    return false
  }
}

// Whose grant the row `grant` is: in a personal workspace, the person has the workspace's number.
const personOf = sql<number>`coalesce("grant".person_id, "grant".user_id)`

/** Runs for every request that an application sends for a person. */
const selectValidAccessToken = statement((query, token: { tokenHash: string; now: number }) =>
  query
    .selectFrom('oauth_access_tokens as token')
    .innerJoin('oauth_grants as grant', 'grant.id', 'token.grant_id')
    .innerJoin('oauth_apps as app', 'app.id', 'grant.app_id')
    .innerJoin('workspaces', 'workspaces.id', 'grant.user_id')
    .innerJoin('users', (join) => join.on('users.id', '=', personOf))
    .leftJoin('workspace_members as member', (join) =>
      join
        .onRef('member.workspace_id', '=', 'grant.user_id')
        .onRef('member.person_id', '=', 'grant.person_id'),
    )
    .leftJoin('workspaces as owner', 'owner.id', 'app.user_id')
    .select([
      'token.grant_id',
      'token.scopes',
      'token.resource',
      'token.created_at',
      'token.expires_at',
      'grant.app_id',
      'grant.user_id',
      'grant.last_used_at',
      'grant.may_delete',
      'users.id as person_id',
      'users.public_id',
      'workspaces.plan',
      'member.role',
    ])
    .select((select) =>
      select.fn.coalesce('workspaces.blocked_reason', 'users.blocked_reason').as('blocked_reason'),
    )
    .where('token.token_hash', '=', token.tokenHash)
    .where('token.expires_at', '>', token.now)
    .where('grant.revoked_at', 'is', null)
    .where('app.deleted_at', 'is', null)
    // A blocked owner must not act for other users through the application. With their own tokens, the owner learns about
    // the block.
    .where((where) =>
      where.or([
        where('owner.blocked_at', 'is', null),
        where('app.user_id', '=', where.ref('grant.user_id')),
      ]),
    )
    .where('workspaces.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where((where) => where.or([where('grant.person_id', 'is', null), where('member.role', 'is not', null)])),
)
