// Creating a link in the database: its unit of the plan, its row and its code, all or nothing.
import { type Link, Refusal } from '@linnet/contract'
import type { Change } from '../../../platform/operations/change.ts'
import { newId } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Entry, History } from '../history/index.ts'
import { nameSeparator, type Tags } from '../tags/index.ts'
import type { CodeStore } from './code-store.ts'
import { freeHeldCode } from './history/held-codes.ts'
import type { LinkHistoryStore } from './history/store.ts'
import { type Addresses, linkRecord } from './links.ts'
import { type ChosenDomain, requireOrder } from './rules.ts'
import { searchText } from './searching.ts'
import { type CheckedSettings, storedSettings } from './settings.ts'
import { codeMaker } from './slugs.ts'
import { initialLink, type LinkRow, type LinkStore, type NewLink } from './store.ts'

export interface CreationNeeds {
  store: LinkStore
  codes: CodeStore
  addresses: Addresses
  tags: Tags
  history: History
  linkHistory: LinkHistoryStore
}

export interface LinkDraft {
  userId: number
  domain: ChosenDomain
  /** Its destination, title and settings, as the API's operations take them. */
  fields: { long_url: string; title?: string | null; tags?: readonly string[] } & CheckedSettings
  /** Null for a generated one. */
  code: string | null
  passwordHash: string | null
  /** Null if the caller records it together with others. */
  change: Change | null
  /** Milliseconds. */
  now: number
}

/** Inserts the link with its tags and takes its code, or refuses: with `slug_taken`, or if it would start after its end. */
export async function createLink(needs: CreationNeeds, tx: Tx, draft: LinkDraft): Promise<Link> {
  const { store, codes, addresses, tags, history } = needs
  const { domain, change, now } = draft
  let code = draft.code ?? codeMaker.make()
  const link = rowOf(draft, code)
  requireOrder(link)
  const id = await store.insert(tx, link)
  for (;;) {
    const taken = await codes.take(tx, { domain_id: domain.id, code, link_id: id })
    if (taken !== null) {
      code = taken
      break
    }
    if (draft.code !== null) {
      const held = { domainId: domain.id, code, userId: draft.userId }
      if (!(await freeHeldCode(needs, tx, held))) throw new Refusal('slug_taken')
      continue
    }
    code = codeMaker.makeAnother()
    await store.change(tx, id, { search_text: searchText(code, link.long_url, link.title) })
  }
  const { userId, fields } = draft
  const names = await tags.tagNewLinks(tx, [{ id, tags: fields.tags ?? [] }], { userId, now })
  const row: LinkRow = {
    ...link,
    ...{ id, code, domain_id: domain.id, domain_name: domain.name, clicks: 0 },
    tags: names.length > 0 ? names.join(nameSeparator) : null,
  }
  if (change) await history.recordFirst(tx, change, [creationOf({ id, userId, now })])
  return linkRecord(addresses, row, now)
}

/** The first entry of a link's history. What it was created with is what later entries don't say otherwise. */
export function creationOf({ id, userId, now }: { id: number; userId: number; now: number }): Entry {
  return { subject: id, userId, kind: 'link', action: 'created', changes: {}, now }
}

function rowOf({ userId, fields, passwordHash, now }: LinkDraft, code: string): NewLink {
  const { long_url } = fields
  const title = fields.title ?? ''
  const time = unixSeconds(now)
  return {
    ...initialLink,
    ...storedSettings(fields),
    public_id: newId('lnk', now),
    user_id: userId,
    long_url,
    title,
    password_hash: passwordHash,
    search_text: searchText(code, long_url, title),
    created_at: time,
    updated_at: time,
  }
}
