// The SQL of imports: what of a batch is there already, and writing the rest of it many rows at a time.
import type { BulkTable } from '../../../db/bulk-rows.ts'
import { type Database, type Query, within } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import type { CodeTable, ImportedLinkTable, LinkTable, LinkTotalTable } from '../../../db/schema.ts'
import { newId } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { searchText } from '../../links/links/index.ts'
import type { Candidate } from './judging.ts'
import { type Holder, type Known, markOf, type Origin } from './placing.ts'

/** Whose links these become, and where. */
export interface Destination {
  userId: number
  domainId: number
}

export interface NewLink {
  candidate: Candidate
  code: string
}

type LinkRow = Omit<
  LinkTable,
  'id' | 'consumed_at' | 'blocked_at' | 'blocked_reason' | 'listed_at' | 'vouched_at'
>

const links: BulkTable<LinkRow> = {
  name: 'links',
  key: ['public_id'],
  columns: {
    public_id: 'text',
    user_id: 'bigint',
    long_url: 'text',
    title: 'text',
    password_hash: 'text',
    disposable: 'bigint',
    adult: 'bigint',
    expired_at: 'bigint',
    archived_at: 'bigint',
    archive_at: 'text',
    search_text: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
  },
}

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

export class ImportStore {
  constructor(private readonly db: Database) {}

  /** How many links are written at once: on SQLite all who write wait for them. */
  get linksAtOnce(): number {
    return this.db.engine === 'sqlite' ? 200 : 1000
  }

  /**
   * Runs a batch in a transaction, and again where somebody took one of its codes meanwhile. On SQLite it rests
   * afterwards for half as long as it took: a server beside it tries for the lock now and then, and would hardly ever find
   * it free.
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      let held = 0
      try {
        return await this.db.transaction(async (tx) => {
          const begun = performance.now()
          try {
            return await work(tx)
          } finally {
            held = performance.now() - begun
          }
        })
      } catch (error) {
        if (attempt === mostAttempts || !isUniqueViolation(error)) throw error
      } finally {
        if (this.db.engine === 'sqlite') await Bun.sleep(held / 2)
      }
    }
  }

  /** What is known as a transaction sees it, or outside of one where that is null. */
  known(tx: Tx | null, { userId, domainId }: Destination): Known {
    const query = tx ? within(tx) : this.db.read
    return {
      bySource: (sources) => bySource(query, { userId, domainId }, sources),
      holders: (wanted) => holdersOf(query, { userId, domainId }, wanted),
    }
  }

  async write(tx: Tx, { userId, domainId }: Destination, made: NewLink[], now: number): Promise<void> {
    if (made.length === 0) return
    const rows = made.map((link) => linkRow(link, userId, now))
    const numbers = await this.db.bulk.insertNumbered(tx, links, rows, 'public_id')
    const numbered = made.map((link, at) => ({ ...link, id: numbers.get(rows[at]?.public_id ?? '') ?? 0 }))
    await this.db.bulk.insert(
      tx,
      codes,
      numbered.map(({ code, id }) => ({ domain_id: domainId, code, link_id: id })),
    )
    await this.db.bulk.insert(
      tx,
      importedLinks,
      numbered.map(({ candidate: { source, longUrl }, id }) => ({
        user_id: userId,
        domain_id: domainId,
        source,
        destination_mark: markOf(longUrl),
        link_id: id,
      })),
    )
    const clicked = numbered.filter(({ candidate }) => candidate.clicks > 0)
    await this.db.bulk.add(
      tx,
      linkTotals,
      clicked.map(({ candidate, id }) => ({ link_id: id, clicks: 0, imported: candidate.clicks })),
    )
  }
}

const mostAttempts = 5

function linkRow({ candidate, code }: NewLink, userId: number, now: number): LinkRow {
  const { longUrl, title } = candidate
  return {
    public_id: newId('lnk', now),
    user_id: userId,
    long_url: longUrl,
    title,
    password_hash: candidate.passwordHash,
    disposable: Number(candidate.disposable),
    adult: Number(candidate.adult),
    expired_at: candidate.expiredAt,
    archived_at: candidate.archivedAt,
    archive_at: candidate.archiveAt,
    search_text: searchText(code, longUrl, title),
    created_at: candidate.createdAt,
    updated_at: unixSeconds(now),
  }
}

async function bySource(
  query: Query,
  { userId, domainId }: Destination,
  sources: string[],
): Promise<Map<string, Origin>> {
  if (sources.length === 0) return new Map()
  const rows = await query
    .selectFrom('imported_links')
    .innerJoin('codes', 'codes.link_id', 'imported_links.link_id')
    .select(['imported_links.source', 'imported_links.destination_mark', 'codes.code'])
    .where('imported_links.user_id', '=', userId)
    .where('imported_links.domain_id', '=', domainId)
    .where('imported_links.source', 'in', sources)
    .execute()
  return new Map(rows.map(({ source, code, destination_mark: ledTo }) => [source, { code, ledTo }]))
}

async function holdersOf(
  query: Query,
  { userId, domainId }: Destination,
  wanted: string[],
): Promise<Map<string, Holder>> {
  if (wanted.length === 0) return new Map()
  const rows = await query
    .selectFrom('codes')
    .leftJoin('links', 'links.id', 'codes.link_id')
    .select(['codes.code', 'links.user_id', 'links.long_url'])
    .where('codes.domain_id', '=', domainId)
    .where('codes.code', 'in', wanted)
    .execute()
  return new Map(
    rows.map(({ code, user_id, long_url }) => [
      code,
      { isOwn: user_id === userId, leadsTo: long_url === null ? null : markOf(long_url) },
    ]),
  )
}
