// Creating a link in the database: its unit of the plan, its row and its code, all or nothing.
import { type Link, Refusal } from '@linnet/contract'
import { newId } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { type Addresses, linkRecord, searchText } from './links.ts'
import type { ChosenDomain } from './rules.ts'
import { codeMaker } from './slugs.ts'
import type { LinkRow, LinkStore } from './store.ts'

export interface WantedLink {
  userId: number
  domain: ChosenDomain
  longUrl: string
  title: string
  /** Null for a made-up one. */
  code: string | null
  passwordHash: string | null
  expiredAt: number | null
}

/** Writes the link and takes its code, or refuses with `slug_taken`. */
export async function createLink(
  store: LinkStore,
  addresses: Addresses,
  tx: Tx,
  wanted: WantedLink,
  now: number,
): Promise<Link> {
  const time = unixSeconds(now)
  let code = wanted.code ?? codeMaker.make()
  const link = {
    public_id: newId('lnk', now),
    user_id: wanted.userId,
    long_url: wanted.longUrl,
    title: wanted.title,
    password_hash: wanted.passwordHash,
    expired_at: wanted.expiredAt,
    disposable: 0,
    consumed_at: null,
    adult: 0,
    archive_at: null,
    archived_at: null,
    blocked_at: null,
    blocked_reason: null,
    listed_at: null,
    vouched_at: null,
    search_text: searchText(code, wanted.longUrl, wanted.title),
    created_at: time,
    updated_at: time,
  }
  const id = await store.insertLink(tx, link)
  while (!(await store.takeCode(tx, { domain_id: wanted.domain.id, code, link_id: id }))) {
    if (wanted.code !== null) throw new Refusal('slug_taken')
    code = codeMaker.makeAnother()
    await store.change(tx, id, { search_text: searchText(code, wanted.longUrl, wanted.title) })
  }
  const row: LinkRow = {
    ...link,
    id,
    code,
    domain_id: wanted.domain.id,
    domain_name: wanted.domain.name,
    clicks: 0,
  }
  return linkRecord(addresses, row, now)
}
