// Whether a link of another program can be one here, and as what: by the rules by which links are made anywhere.
import { Refusal, shortCodePattern } from '@linnet/contract'
import { LongUrl } from '@linnet/contract/values'
import { hashPassword } from '../../../platform/security/passwords.ts'
import { unixSeconds, utcDay } from '../../../platform/time/clock.ts'
import { type DomainRules, requireDestination, requireUsableCode } from '../../links/links/index.ts'
import type { Choices } from './choices.ts'
import type { Address, Protection, SourceLink } from './source-link.ts'

/** A link as it comes, but for the code that it gets. */
export interface Candidate {
  line: number
  /** What it was called by, as it is shown and as it is known again. */
  host: string | null
  sourceCode: string
  source: string
  /** Null where it has none that could be one here. */
  code: string | null
  /** Why it has none. */
  unfit: string
  longUrl: string
  title: string
  createdAt: number
  expiredAt: number | null
  archivedAt: number | null
  archiveAt: string | null
  disposable: boolean
  adult: boolean
  passwordHash: string | null
  clicks: number
  notes: string[]
}

export type Reason = 'destination' | 'code' | 'source' | 'plan' | 'taken' | 'changed' | 'unreadable'

/** A link that does not come, and why, in words that say what to do. */
export interface Rejected {
  line: number
  host: string | null
  sourceCode: string
  longUrl: string
  reason: Reason | 'host'
  words: string
}

export interface Judging {
  /** Whose the links will be. */
  userId: number
  rules: DomainRules
  choices: Choices
  /** Milliseconds. */
  now: number
}

const longestTitle = 255
// Longer ones are no codes of people; and what they are known by again must fit into an index.
const longestSourceCode = 500

/** What comes of a link: one candidate for each of its addresses that is taken, or why there is none. */
export async function judge(
  judging: Judging,
  link: SourceLink,
  line: number,
): Promise<(Candidate | Rejected)[]> {
  const { choices } = judging
  const chosen = link.addresses.filter(({ host }) => !choices.hosts || choices.hosts.has(host ?? ''))
  const [first = null, ...others] = chosen
  const rejected = (reason: Rejected['reason'], words: string): Rejected[] => {
    const { host = null, code: sourceCode = '' } = first ?? link.addresses[0] ?? {}
    return [{ line, host, sourceCode, longUrl: link.longUrl, reason, words }]
  }
  if (first === null && link.addresses.length > 0) return rejected('host', 'is on a host that was not chosen')
  if (link.refusal) return rejected('source', link.refusal)
  const fault = await destinationFault(judging.rules, link.longUrl)
  if (fault) return rejected('destination', fault)
  const whole = await candidateOf(judging, link, line, first)
  // Of several addresses, all are taken where they were named; otherwise the one that people use, with the clicks of all.
  const more = choices.hosts ? others : []
  return [whole, ...more.map((address) => ({ ...whole, ...addressed(address, whole.longUrl), clicks: 0 }))]
}

async function destinationFault(rules: DomainRules, longUrl: string): Promise<string | null> {
  const { error } = LongUrl.safeParse(longUrl)
  if (error) return error.issues[0]?.message ?? 'must be a web address'
  try {
    await requireDestination(rules, longUrl)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.details?.[0]?.message ?? error.message
    throw error
  }
}

async function candidateOf(
  { userId, choices, now }: Judging,
  link: SourceLink,
  line: number,
  address: Address | null,
): Promise<Candidate> {
  const notes = [...link.notes]
  const title = cleanTitle(link.title)
  if (title !== link.title) notes.push('its title was cut')
  const today = unixSeconds(now)
  const isArchived =
    link.archived ||
    (link.archiveAt !== null && link.archiveAt < utcDay(now)) ||
    link.protection === 'unknown' ||
    (link.hidden && choices.archiveHidden)
  if (link.protection === 'unknown')
    notes.push('its password is not in the file: it comes archived; give it a new one and restore it')
  if (link.hidden && !choices.archiveHidden) notes.push('was hidden there and led on: it comes active')
  return {
    line,
    ...addressed(address, link.longUrl),
    longUrl: link.longUrl,
    title,
    // What says that it was made tomorrow was made today.
    createdAt: Math.min(link.createdAt ?? today, today),
    expiredAt: link.expiredAt,
    archivedAt: isArchived ? today : null,
    archiveAt: isArchived ? null : link.archiveAt,
    disposable: link.disposable,
    adult: link.adult,
    passwordHash: await hashOf(link.protection, String(userId)),
    clicks: link.clicks,
    notes,
  }
}

/** What a link was called by, and whether it can be called so here. */
function addressed(
  address: Address | null,
  longUrl: string,
): Pick<Candidate, 'host' | 'sourceCode' | 'source' | 'code' | 'unfit'> {
  const { host = null, code: sourceCode = '' } = address ?? {}
  const unfit = codeFault(sourceCode)
  const known =
    sourceCode === '' || sourceCode.length > longestSourceCode
      ? `#${Bun.hash(sourceCode || longUrl)}`
      : sourceCode
  const source = `${(host ?? '').slice(0, 255)}/${known}`.replaceAll('\0', '').toWellFormed()
  return { host, sourceCode, source, code: unfit === '' ? sourceCode : null, unfit }
}

/** Why a code is none here; empty where it is one. */
function codeFault(code: string): string {
  if (code === '') return 'has no code'
  if (code.length > 48) return 'has a code of more than 48 characters'
  if (!shortCodePattern.test(code)) {
    const strange = [...new Set(code.replace(/[A-Za-z0-9_-]/g, ''))].slice(0, 5).join(' ')
    return `has characters in its code that codes here do not have: ${strange}`
  }
  try {
    requireUsableCode(code)
    return ''
  } catch (error) {
    if (error instanceof Refusal) return `has a code that is taken for good: ${error.message}`
    throw error
  }
}

function cleanTitle(title: string): string {
  const clean = title.replaceAll('\0', '').toWellFormed()
  return clean.length > longestTitle ? clean.slice(0, longestTitle).toWellFormed() : clean
}

async function hashOf(protection: Protection, by: string): Promise<string | null> {
  if (protection === null || protection === 'unknown') return null
  return 'hash' in protection ? protection.hash : await hashPassword(protection.password, { owner: true, by })
}
