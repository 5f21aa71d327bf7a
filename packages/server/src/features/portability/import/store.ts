// The SQL of imports: finding the links of a batch that exist already, and writing the others many rows at a time.
import { Refusal } from '@linnet/contract'
import type { BulkTable } from '../../../db/bulk-rows.ts'
import { attempt, type Database, type Query, within } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import {
  type ImportedColumns,
  importedColumns,
  initialLink,
  storedSettings,
} from '../../../db/link-columns.ts'
import type { CodeTable, ImportedLinkTable, LinkTotalTable } from '../../../db/schema.ts'
import { newId } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { LinkHealthFeature } from '../../links/link-health/index.ts'
import { searchText, storedCard } from '../../links/links/index.ts'
import { storedRules } from '../../links/redirect-rules/index.ts'
import type { Tags } from '../../links/tags/index.ts'
import type { Candidate } from './candidates.ts'
import { type CodeOwner, type EarlierImport, fingerprintOf, type KnownLinks } from './placement.ts'

/** The account and the domain that links are imported to. */
export interface ImportTarget {
  userId: number
  domainId: number
}

export interface NewLink {
  candidate: Candidate
  code: string
}

const links: BulkTable<ImportedColumns> = { name: 'links', key: ['public_id'], columns: importedColumns }

const codes: BulkTable<Omit<CodeTable, 'microsite_id'>> = {
  name: 'codes',
  key: ['domain_id', 'code'],
  columns: { domain_id: 'bigint', code: 'text', link_id: 'bigint' },
}

const importedLinks: BulkTable<ImportedLinkTable> = {
  name: 'imported_links',
  key: ['user_id', 'domain_id', 'source'],
  columns: {
    user_id: 'bigint',
    domain_id: 'bigint',
    source: 'text',
    destination_mark: 'bigint',
    link_id: 'bigint',
  },
}

const linkTotals: BulkTable<Pick<LinkTotalTable, 'link_id' | 'clicks'> & { imported: number }> = {
  name: 'link_totals',
  key: ['link_id'],
  columns: { link_id: 'bigint', clicks: 'bigint', imported: 'bigint' },
}

const linkPlacements: BulkTable<{ link_id: number; planned: string }> = {
  name: 'link_placements',
  key: ['link_id'],
  columns: { link_id: 'bigint', planned: 'text' },
}

export class ImportStore {
  constructor(
    private readonly db: Database,
    private readonly others: { tags: Tags; linkHealth: LinkHealthFeature },
  ) {}

  /** How many links are written at once. On SQLite, all other writers wait for them. */
  get linksAtOnce(): number {
    return this.db.engine === 'sqlite' ? 200 : 1000
  }

  /**
   * Runs a batch in a transaction, and again if somebody took one of its codes meanwhile. On SQLite it then pauses for half
   * as long as it took: a server on the same database retries the lock at intervals, and would hardly ever get it.
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      let duration = 0
      try {
        return await this.db.transaction(async (tx) => {
          const begun = performance.now()
          try {
            return await work(tx)
          } finally {
            duration = performance.now() - begun
          }
        })
      } catch (error) {
        if (attempt === mostAttempts || !(isUniqueViolation(error) || error instanceof TakenAsAlias))
          throw error
      } finally {
        if (this.db.engine === 'sqlite') await Bun.sleep(duration / 2)
      }
    }
  }

  /** Looks up links as a transaction sees them, or outside of any (null). */
  known(tx: Tx | null, { userId, domainId }: ImportTarget): KnownLinks {
    const query = tx ? within(tx) : this.db.read
    return {
      importedBefore: (sources) => importedBefore(query, { userId, domainId }, sources),
      codeOwners: (wanted) => codeOwnersOf(query, { userId, domainId }, wanted),
      ignoresCase: () => ignoresCase(query, domainId),
    }
  }

  async write(
    tx: Tx,
    {
      target: { userId, domainId },
      links: newLinks,
      now,
    }: { target: ImportTarget; links: NewLink[]; now: number },
  ): Promise<void> {
    if (newLinks.length === 0) return
    await freeHeldCodes(
      tx,
      { userId, domainId },
      newLinks.map(({ code }) => code),
    )
    const rows = newLinks.map((link) => linkRow(link, userId, now))
    const numbers = await this.db.bulk.insertNumbered(tx, links, rows, 'public_id')
    const numbered = newLinks.map((link, index) => ({
      ...link,
      id: numbers.get(rows[index]?.public_id ?? '') ?? 0,
    }))
    await this.db.bulk.insert(
      tx,
      codes,
      numbered.map(({ code, id }) => ({ domain_id: domainId, code, link_id: id })),
    )
    await requireNoAliases(within(tx), domainId, newLinks)
    await this.db.bulk.insert(
      tx,
      importedLinks,
      numbered.map(({ candidate: { source, longUrl }, id }) => ({
        user_id: userId,
        domain_id: domainId,
        source,
        destination_mark: fingerprintOf(longUrl),
        link_id: id,
      })),
    )
    await this.tag(tx, numbered, { userId, now })
    await this.others.linkHealth.chooseForNew(
      tx,
      userId,
      numbered.flatMap(({ candidate: { watch }, id }) => (watch === null ? [] : { id, watch })),
    )
    const placed = numbered.filter(({ candidate }) => candidate.placements.length > 0)
    await this.db.bulk.insert(
      tx,
      linkPlacements,
      placed.map(({ candidate, id }) => ({ link_id: id, planned: JSON.stringify(candidate.placements) })),
    )
    const clicked = numbered.filter(({ candidate }) => candidate.clicks > 0)
    await this.db.bulk.add(
      tx,
      linkTotals,
      clicked.map(({ candidate, id }) => ({ link_id: id, clicks: 0, imported: candidate.clicks })),
    )
  }

  /** A workspace that would have too many tags gets the links without theirs. */
  private async tag(
    tx: Tx,
    links: (NewLink & { id: number })[],
    where: { userId: number; now: number },
  ): Promise<void> {
    const tagged = links.filter(({ candidate }) => candidate.tags.length > 0)
    if (tagged.length === 0) return
    try {
      const rows = tagged.map(({ candidate, id }) => ({ id, tags: candidate.tags }))
      await attempt(tx, () => this.others.tags.tagNewLinks(tx, rows, where))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const { candidate } of tagged)
        candidate.notes.push('its tags are not imported: the workspace would have too many')
    }
  }
}

const mostAttempts = 5

function linkRow({ candidate, code }: NewLink, userId: number, now: number): ImportedColumns {
  const { longUrl, title } = candidate
  return {
    public_id: newId('lnk', now),
    user_id: userId,
    long_url: longUrl,
    title,
    password_hash: candidate.passwordHash,
    ...storedSettings(candidate.settings, initialLink),
    max_clicks_used: candidate.settings.max_clicks ? candidate.clicksUsed : 0,
    rules: storedRules(candidate.rules, null),
    preview: candidate.card && storedCard(candidate.card),
    when_broken: candidate.whenBroken,
    archived_at: candidate.archivedAt,
    search_text: searchText(code, longUrl, title),
    created_at: candidate.createdAt,
    updated_at: unixSeconds(now),
  }
}

async function ignoresCase(query: Query, domainId: number): Promise<boolean> {
  const row = await query
    .selectFrom('domain_settings')
    .select('case_insensitive')
    .where('domain_id', '=', domainId)
    .executeTakeFirst()
  return row?.case_insensitive === 1
}

/** Frees codes that links which the workspace has deleted within the last hour still hold: these can't come back then. */
async function freeHeldCodes(
  tx: Tx,
  { userId, domainId }: ImportTarget,
  wanted: readonly string[],
): Promise<void> {
  const held = await within(tx)
    .selectFrom('deleted_things')
    .innerJoin('codes', 'codes.link_id', 'deleted_things.subject')
    .select('deleted_things.subject')
    .where('deleted_things.user_id', '=', userId)
    .where('codes.domain_id', '=', domainId)
    .where('codes.code', 'in', wanted)
    .execute()
  if (held.length === 0) return
  const subjects = held.map(({ subject }) => subject)
  await within(tx).updateTable('deleted_things').set({ purged: 1 }).where('subject', 'in', subjects).execute()
  await within(tx).deleteFrom('codes').where('link_id', 'in', subjects).execute()
}

async function importedBefore(
  query: Query,
  { userId, domainId }: ImportTarget,
  sources: string[],
): Promise<Map<string, EarlierImport>> {
  if (sources.length === 0) return new Map()
  const rows = await query
    .selectFrom('imported_links')
    .innerJoin('codes', 'codes.link_id', 'imported_links.link_id')
    .select(['imported_links.source', 'imported_links.destination_mark', 'codes.code'])
    .where('imported_links.user_id', '=', userId)
    .where('imported_links.domain_id', '=', domainId)
    .where('imported_links.source', 'in', sources)
    .execute()
  return new Map(
    rows.map(({ source, code, destination_mark: destination }) => [source, { code, destination }]),
  )
}

/** A code became an alias of a link between the lookup of codes and the insert. */
class TakenAsAlias extends Error {}

/** From the insert on, nobody makes aliases of these codes until the transaction ends. */
async function requireNoAliases(query: Query, domainId: number, links: NewLink[]): Promise<void> {
  const codes = links.map(({ code }) => code)
  const alias = await aliasOwners(query, domainId, codes).limit(1).executeTakeFirst()
  if (alias) throw new TakenAsAlias(`the code ${alias.code} has become an alias`)
}

function aliasOwners(query: Query, domainId: number, wanted: string[]) {
  return query
    .selectFrom('code_aliases')
    .innerJoin('links', 'links.id', 'code_aliases.link_id')
    .select(['code_aliases.code', 'links.user_id', 'links.long_url'])
    .where('code_aliases.domain_id', '=', domainId)
    .where('code_aliases.code', 'in', wanted)
}

async function codeOwnersOf(
  query: Query,
  { userId, domainId }: ImportTarget,
  wanted: string[],
): Promise<Map<string, CodeOwner>> {
  if (wanted.length === 0) return new Map()
  const rows = await query
    .selectFrom('codes')
    .leftJoin('links', 'links.id', 'codes.link_id')
    .leftJoin('deleted_things as held', (join) =>
      join
        .onRef('held.subject', '=', 'codes.link_id')
        .on('held.user_id', '=', userId)
        .on('held.purged', '=', 0),
    )
    .where('held.subject', 'is', null)
    .select(['codes.code', 'links.user_id', 'links.long_url'])
    .where('codes.domain_id', '=', domainId)
    .where('codes.code', 'in', wanted)
    .execute()
  const aliases = await aliasOwners(query, domainId, wanted).execute()
  return new Map(
    [...rows, ...aliases].map(({ code, user_id, long_url }) => [
      code,
      { isOwn: user_id === userId, destination: long_url === null ? null : fingerprintOf(long_url) },
    ]),
  )
}
