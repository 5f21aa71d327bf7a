// Checks whether another program's link can be imported, by the same rules as for any new link.
import { type BrokenChoice, type GivenRules, Refusal, shortCodePattern } from '@linnet/contract'
import { hashPassword } from '../../../platform/security/passwords.ts'
import { unixSeconds, utcDay } from '../../../platform/time/clock.ts'
import { type DomainRules, type LinkSettings, requireUsableCode } from '../../links/links/index.ts'
import type { ImportOptions } from './options.ts'
import {
  cleanText,
  destinationFault,
  validCard,
  validPlacements,
  validRules,
  validSettings,
  validTags,
  validWhenBroken,
} from './settings.ts'
import type { Address, Protection, SourceCard, SourceLink } from './source-link.ts'

/** A link that can be imported. Its code here is not yet decided. */
export interface Candidate {
  line: number
  host: string | null
  sourceCode: string
  /** Identifies the link in its source, so that it is recognized in a later import. */
  source: string
  /** Its code if that can be one here, otherwise null. */
  code: string | null
  /** Why its code can't be one here; empty if it can. */
  unfit: string
  longUrl: string
  title: string
  createdAt: number
  settings: Partial<LinkSettings>
  clicksUsed: number
  rules: GivenRules
  card: SourceCard | null
  tags: string[]
  placements: string[]
  watch: boolean | null
  whenBroken: BrokenChoice | null
  archivedAt: number | null
  passwordHash: string | null
  clicks: number
  notes: string[]
}

export type RejectionReason = 'destination' | 'code' | 'plan' | 'taken' | 'changed' | 'unreadable'

/** A link that is not imported, and why. */
export interface RejectedLink {
  line: number
  host: string | null
  sourceCode: string
  longUrl: string
  reason: RejectionReason | 'host'
  message: string
}

export interface CheckContext {
  /** The account that imports. */
  userId: number
  rules: DomainRules
  options: ImportOptions
  /** Milliseconds. */
  now: number
}

const longestTitle = 255
// Longer codes don't occur in practice, and `source` must fit into an index.
const longestSourceCode = 500

/** Checks a link: returns a candidate for each of its addresses that is imported, or why there is none. */
export async function checkLink(
  context: CheckContext,
  link: SourceLink,
  line: number,
): Promise<(Candidate | RejectedLink)[]> {
  const { options } = context
  const chosen = link.addresses.filter(({ host }) => !options.hosts || options.hosts.has(host ?? ''))
  const [first = null, ...others] = chosen
  const rejected = (reason: RejectedLink['reason'], message: string): RejectedLink[] => {
    const { host = null, code: sourceCode = '' } = first ?? link.addresses[0] ?? {}
    return [{ line, host, sourceCode, longUrl: link.longUrl, reason, message }]
  }
  if (first === null && link.addresses.length > 0) return rejected('host', 'is on a host that was not chosen')
  const fault = await destinationFault(context.rules, link.longUrl)
  if (fault) return rejected('destination', fault)
  const candidate = await candidateOf(context, link, { line, address: first })
  // Of several addresses, all are imported if their hosts were chosen. Otherwise only the first, which has all clicks.
  const more = options.hosts ? others : []
  return [
    candidate,
    ...more.map((address) => ({ ...candidate, ...codeOf(address, candidate.longUrl), clicks: 0 })),
  ]
}

async function candidateOf(
  { userId, rules, options, now }: CheckContext,
  link: SourceLink,
  { line, address }: { line: number; address: Address | null },
): Promise<Candidate> {
  const notes = [...link.notes]
  const title = cleanText(link.title).slice(0, longestTitle).toWellFormed()
  if (title !== link.title) notes.push('its title was shortened')
  const settings = await validSettings(rules, link.settings, notes)
  const today = unixSeconds(now)
  const isArchived =
    link.archived ||
    (settings.archive_at && settings.archive_at < utcDay(now)) ||
    link.protection === 'unknown' ||
    (link.hidden && options.archiveHidden)
  if (link.protection === 'unknown')
    notes.push(
      'its password is not in the file, so the link is archived: set a new password and restore the link',
    )
  if (link.hidden && !options.archiveHidden) notes.push('was hidden there but redirected: it is active here')
  return {
    line,
    ...codeOf(address, link.longUrl),
    longUrl: link.longUrl,
    title,
    // A time in the future is replaced by now.
    createdAt: Math.min(link.createdAt ?? today, today),
    settings: isArchived ? { ...settings, archive_at: null } : settings,
    clicksUsed: link.clicksUsed,
    rules: await validRules(rules, link.rules, notes),
    card: validCard(link.card, notes),
    tags: validTags(link.tags, notes),
    placements: validPlacements(link.placements, notes),
    watch: link.watch,
    whenBroken: validWhenBroken(link.whenBroken, notes),
    archivedAt: isArchived ? today : null,
    passwordHash: await hashOf(link.protection, String(userId)),
    clicks: link.clicks,
    notes,
  }
}

/** The code of a link in its source, and whether it can be one here. */
function codeOf(
  address: Address | null,
  longUrl: string,
): Pick<Candidate, 'host' | 'sourceCode' | 'source' | 'code' | 'unfit'> {
  const { host = null, code: sourceCode = '' } = address ?? {}
  const unfit = codeFault(sourceCode)
  const identifier =
    sourceCode === '' || sourceCode.length > longestSourceCode
      ? `#${Bun.hash(sourceCode || longUrl)}`
      : sourceCode
  const source = `${(host ?? '').slice(0, 255)}/${identifier}`.replaceAll('\0', '').toWellFormed()
  return { host, sourceCode, source, code: unfit === '' ? sourceCode : null, unfit }
}

/** Why a code can't be one here; empty if it can. */
function codeFault(code: string): string {
  if (code === '') return 'has no code'
  if (code.length > 48) return 'has a code of more than 48 characters'
  if (!shortCodePattern.test(code)) {
    const unsupported = [...new Set(code.replace(/[A-Za-z0-9_-]/g, ''))].slice(0, 5).join(' ')
    return `has characters in its code that are not allowed here: ${unsupported}`
  }
  try {
    requireUsableCode(code)
    return ''
  } catch (error) {
    if (error instanceof Refusal) return `has a code that can't be used here: ${error.message}`
    throw error
  }
}

async function hashOf(protection: Protection, by: string): Promise<string | null> {
  if (protection === null || protection === 'unknown') return null
  return 'hash' in protection ? protection.hash : await hashPassword(protection.password, { owner: true, by })
}
