// The SQL of the authorization server: requests that wait for consent, codes, grants and tokens, all known by hashes.
import { type Database, within } from '../../db/database.ts'
import type {
  OauthAccessTokenTable,
  OauthCodeTable,
  OauthGrantTable,
  OauthRefreshTokenTable,
  OauthRequestTable,
} from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../platform/transaction.ts'

export type RequestRow = OauthRequestTable
export type CodeRow = OauthCodeTable
export type GrantRow = OauthGrantTable

export class OauthStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  async insertRequest(request: RequestRow): Promise<void> {
    await this.db.transaction((tx) => within(tx).insertInto('oauth_requests').values(request).execute())
  }

  request(idHash: string): Promise<RequestRow | undefined> {
    return this.db.read
      .selectFrom('oauth_requests')
      .selectAll()
      .where('id_hash', '=', idHash)
      .executeTakeFirst()
  }

  /** False where somebody else has taken it already. */
  async takeRequest(tx: Tx, idHash: string): Promise<boolean> {
    const { numDeletedRows } = await within(tx)
      .deleteFrom('oauth_requests')
      .where('id_hash', '=', idHash)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  /** The scopes that an account has allowed an application for good, separated by spaces; or null. */
  async consentedScopes(userId: number, appId: string): Promise<string | null> {
    const row = await this.db.read
      .selectFrom('oauth_consents')
      .select('scopes')
      .where('user_id', '=', userId)
      .where('app_id', '=', appId)
      .executeTakeFirst()
    return row?.scopes ?? null
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

  /** Uses a code up; false where another exchange was first. */
  async useCode(tx: Tx, codeHash: string, grantId: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('oauth_codes')
      .set({ used_at: now, grant_id: grantId })
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async insertGrant(tx: Tx, grant: GrantRow): Promise<void> {
    await within(tx).insertInto('oauth_grants').values(grant).execute()
  }

  async revokeGrant(tx: Tx, id: string, now: number): Promise<void> {
    await within(tx)
      .updateTable('oauth_grants')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
  }

  async useGrant(tx: Tx, id: string, now: number): Promise<void> {
    await within(tx).updateTable('oauth_grants').set({ last_used_at: now }).where('id', '=', id).execute()
  }

  async insertAccessToken(tx: Tx, token: OauthAccessTokenTable): Promise<void> {
    await within(tx).insertInto('oauth_access_tokens').values(token).execute()
  }

  async insertRefreshToken(tx: Tx, token: OauthRefreshTokenTable): Promise<void> {
    await within(tx).insertInto('oauth_refresh_tokens').values(token).execute()
  }

  /** A token that neither ended nor was revoked, with its grant and its account. */
  async validAccessToken(tokenHash: string, now: number) {
    return (await selectValidAccessToken(this.db.read, { tokenHash, now })).rows[0]
  }

  /** A refresh token, whatever has become of it, with its grant and its account. */
  refreshToken(tokenHash: string) {
    return this.db.read
      .selectFrom('oauth_refresh_tokens as token')
      .innerJoin('oauth_grants as grant', 'grant.id', 'token.grant_id')
      .innerJoin('users', 'users.id', 'grant.user_id')
      .select([
        'token.grant_id',
        'token.created_at',
        'token.expires_at',
        'token.rotated_at',
        'grant.app_id',
        'grant.user_id',
        'grant.scopes',
        'grant.resource',
        'grant.revoked_at',
        'users.public_id',
        'users.deleted_at',
      ])
      .where('token.token_hash', '=', tokenHash)
      .executeTakeFirst()
  }

  /** Uses a refresh token up; false where another refresh was first. */
  async rotate(tx: Tx, tokenHash: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('oauth_refresh_tokens')
      .set({ rotated_at: now })
      .where('token_hash', '=', tokenHash)
      .where('rotated_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async deleteAccessToken(tx: Tx, tokenHash: string): Promise<void> {
    await within(tx).deleteFrom('oauth_access_tokens').where('token_hash', '=', tokenHash).execute()
  }

  /** The grants of an account that still have a token which works, oldest first, with their applications. */
  activeGrants(userId: number, now: number) {
    return this.db.read
      .selectFrom('oauth_grants as grant')
      .innerJoin('oauth_apps as app', 'app.id', 'grant.app_id')
      .select([
        'grant.id',
        'grant.app_id',
        'app.name',
        'grant.scopes',
        'grant.created_at',
        'grant.last_used_at',
      ])
      .where('grant.user_id', '=', userId)
      .where('grant.revoked_at', 'is', null)
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('oauth_access_tokens as token')
              .select('token.grant_id')
              .whereRef('token.grant_id', '=', 'grant.id')
              .where('token.expires_at', '>', now),
          ),
          exists(
            selectFrom('oauth_refresh_tokens as token')
              .select('token.grant_id')
              .whereRef('token.grant_id', '=', 'grant.id')
              .where('token.expires_at', '>', now)
              .where('token.rotated_at', 'is', null),
          ),
        ]),
      )
      .orderBy('grant.created_at')
      .execute()
  }

  /** Takes back everything that an account has allowed an application: tokens, codes on their way, and the consent. */
  async revokeApp(tx: Tx, userId: number, appId: string, now: number): Promise<void> {
    await within(tx)
      .updateTable('oauth_grants')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('app_id', '=', appId)
      .where('revoked_at', 'is', null)
      .execute()
    for (const table of ['oauth_codes', 'oauth_requests', 'oauth_consents'] as const)
      await within(tx).deleteFrom(table).where('user_id', '=', userId).where('app_id', '=', appId).execute()
  }

  /** Deletes what can neither be used nor tell a replay any more. */
  async prune(now: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const query = within(tx)
      await query.deleteFrom('oauth_requests').where('expires_at', '<=', now).execute()
      await query
        .deleteFrom('oauth_codes')
        .where('expires_at', '<=', now - keptSeconds)
        .execute()
      await query.deleteFrom('oauth_access_tokens').where('expires_at', '<=', now).execute()
      await query.deleteFrom('oauth_refresh_tokens').where('expires_at', '<=', now).execute()
      await query
        .deleteFrom('oauth_grants')
        .where('created_at', '<=', now - keptSeconds)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('oauth_refresh_tokens as token')
                .select('token.grant_id')
                .whereRef('token.grant_id', '=', 'oauth_grants.id'),
            ),
          ),
        )
        .execute()
    })
  }
}

// Used codes are kept for longer than they work, so that a late replay is still known as one.
const keptSeconds = 24 * 60 * 60

/** Asked with every request that an application sends for an account. */
const selectValidAccessToken = statement((query, token: { tokenHash: string; now: number }) =>
  query
    .selectFrom('oauth_access_tokens as token')
    .innerJoin('oauth_grants as grant', 'grant.id', 'token.grant_id')
    .innerJoin('users', 'users.id', 'grant.user_id')
    .select([
      'token.grant_id',
      'token.scopes',
      'token.resource',
      'token.created_at',
      'token.expires_at',
      'grant.app_id',
      'grant.user_id',
      'grant.last_used_at',
      'users.public_id',
      'users.plan',
    ])
    .where('token.token_hash', '=', token.tokenHash)
    .where('token.expires_at', '>', token.now)
    .where('grant.revoked_at', 'is', null)
    .where('users.deleted_at', 'is', null),
)
