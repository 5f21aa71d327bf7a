// OAuth applications: creating one, its secrets, and the record that the dashboard shows.
import { type Application, allScopes, type Scope, scopesIn } from '@linnet/contract'
import { newId, randomText, sha256 } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { ClientMetadata } from './registration.ts'
import type { ApplicationStore, AppRow, SecretRow } from './store.ts'

/** The prefix by which secret scanners recognize client secrets. */
const clientSecretPrefix = 'linnet_cs_'

/** An application as the authorization server knows it. */
export interface KnownApp {
  clientId: string
  kind: 'account' | 'registered' | 'document'
  /** The account that registered it; null if it registered itself. */
  userId: number | null
  name: string
  homepage: string | null
  confidential: boolean
  redirectUris: string[]
  scopes: Scope[]
}

export interface NewApp {
  userId: number | null
  kind: KnownApp['kind']
  name: string
  homepage: string | null
  confidential: boolean
  redirectUris: string[]
  scopes: readonly Scope[]
  now: number
}

export function appRow(wanted: NewApp, id = newId('app', wanted.now)): AppRow {
  const created_at = unixSeconds(wanted.now)
  return {
    id,
    kind: wanted.kind,
    user_id: wanted.userId,
    name: wanted.name,
    homepage: wanted.homepage,
    confidential: wanted.confidential ? 1 : 0,
    redirect_uris: JSON.stringify([...new Set(wanted.redirectUris)]),
    scopes: scopeText(wanted.scopes),
    created_at,
    updated_at: created_at,
    fresh_until: null,
    last_used_at: null,
    deleted_at: null,
  }
}

/** The row of an application that registered itself: public, and without an owner. */
export function selfRegisteredRow(
  kind: 'registered' | 'document',
  metadata: ClientMetadata,
  now: number,
  id?: string,
): AppRow {
  return appRow({ ...metadata, userId: null, kind, confidential: false, now }, id)
}

/** Scopes in the order of the contract, separated by spaces. */
export function scopeText(scopes: readonly Scope[]): string {
  return allScopes.filter((scope) => scopes.includes(scope)).join(' ')
}

/** Adds a secret to an application; the secret itself is only in this result. */
export async function addSecret(
  store: ApplicationStore,
  tx: Tx,
  { appId, now }: { appId: string; now: number },
): Promise<{ secret: string; row: SecretRow }> {
  const secret = clientSecretPrefix + randomText(40)
  const row = {
    app_id: appId,
    secret_hash: sha256(secret),
    hint: secret.slice(-4),
    created_at: unixSeconds(now),
    expires_at: null,
  }
  await store.insertSecret(tx, row)
  return { secret, row }
}

export function knownApp(row: AppRow): KnownApp {
  return {
    clientId: row.id,
    kind: row.kind as KnownApp['kind'],
    userId: row.user_id,
    name: row.name,
    homepage: row.homepage,
    confidential: row.confidential === 1,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    scopes: scopesIn(row.scopes),
  }
}

export function applicationRecord(row: AppRow, secrets: SecretRow[]): Application {
  const { clientId, name, homepage, confidential, redirectUris, scopes } = knownApp(row)
  return {
    client_id: clientId,
    name,
    type: confidential ? 'confidential' : 'public',
    homepage,
    redirect_uris: redirectUris,
    scopes,
    secrets: secrets
      .filter((secret) => secret.app_id === row.id)
      .map(({ hint, created_at, expires_at }) => ({ hint, created_at, expires_at })),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
