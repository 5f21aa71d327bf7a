// Checks the settings, rules and card of another program's link by the rules of the API: what is not valid here is left out and
// noted.

import {
  api,
  type BrokenChoice,
  brokenChoices,
  type GivenRules,
  mostRules,
  mostTagsOfLink,
  Refusal,
  validate,
} from '@linnet/contract'
import { uniqueNames } from '@linnet/contract/folded-names'
import { isPlacement, mostPlacements } from '@linnet/contract/placement-names'
import { LongUrl } from '@linnet/contract/values'
import { type DomainRules, type LinkSettings, requireDestination } from '../../links/links/index.ts'
import type { SourceCard, SourceRule } from './source-link.ts'

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown }
}

const schemas: Record<string, Schema> = api.links.update.body?.shape ?? {}

/** Without what the databases can't store. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Why links must not lead to an address; null if they may. */
export async function destinationFault(rules: DomainRules, address: string): Promise<string | null> {
  const [fault] = validate(LongUrl, address).details ?? []
  if (fault) return fault.message
  try {
    await requireDestination(rules, address)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.details?.[0]?.message ?? error.message
    throw error
  }
}

/** The settings that an update would accept too. */
export async function validSettings(
  rules: DomainRules,
  settings: Partial<LinkSettings>,
  notes: string[],
): Promise<Partial<LinkSettings>> {
  const valid: Partial<LinkSettings> = Object.fromEntries(
    Object.entries(settings).flatMap(([name, given]) => {
      const value = typeof given === 'string' ? cleanText(given) : given
      if (schemas[name]?.safeParse(value).success) return [[name, value]]
      notes.push(`its ${name} is not imported: it is not valid here`)
      return []
    }),
  )
  const { starts_at, ended_url, ...others } = valid
  const isEndAllowed = !ended_url || (await destinationFault(rules, ended_url)) === null
  if (!isEndAllowed) notes.push('its ended_url is not imported: links must not lead there')
  const isInOrder = !starts_at || !others.expired_at || starts_at < others.expired_at
  if (!isInOrder) notes.push('its starts_at is not imported: it is not before its expired_at')
  return { ...others, ...(isEndAllowed ? { ended_url } : {}), ...(isInOrder ? { starts_at } : {}) }
}

/** The rules that an update would accept too. */
export async function validRules(
  rules: DomainRules,
  given: SourceRule[],
  notes: string[],
): Promise<GivenRules> {
  const valid: GivenRules = []
  if (given.length > mostRules) notes.push('a redirect rule is not imported: the link has too many')
  for (const rule of given.slice(0, mostRules)) {
    const [parsed] = parsedRules([rule]) ?? []
    const faults =
      parsed && (await Promise.all(parsed.to.map(({ long_url }) => destinationFault(rules, long_url))))
    if (!parsed) notes.push('a redirect rule is not imported: it is not valid here')
    else if (faults?.some(Boolean)) notes.push('a redirect rule is not imported: links must not lead there')
    else if (parsedRules([...valid, parsed]) === null)
      notes.push('a redirect rule is not imported: the link has too many')
    else valid.push(parsed)
  }
  return valid
}

function parsedRules(given: unknown): GivenRules | null {
  const parsed = schemas.rules?.safeParse(given)
  return parsed?.success ? (parsed.data as GivenRules) : null
}

/** The tags that an update would accept too. */
export function validTags(tags: string[], notes: string[]): string[] {
  const valid = tags.map(cleanText).filter((name) => {
    const isValid = name.trim() !== '' && schemas.tags?.safeParse([name]).success
    if (!isValid) notes.push('a tag is not imported: it is not valid here')
    return isValid
  })
  if (valid.length > mostTagsOfLink) notes.push(`some of its tags are not imported: it had ${valid.length}`)
  return valid.slice(0, mostTagsOfLink).map((name) => name.trim())
}

/** The planned placements that could be planned here too. */
export function validPlacements(names: string[], notes: string[]): string[] {
  const unique = [...uniqueNames(names.map((name) => name.trim())).values()]
  const valid = unique.filter(isPlacement).slice(0, mostPlacements)
  if (valid.length < unique.length)
    notes.push('some of its placements are not imported: they are not valid here')
  return valid
}

/** What visitors get while the link is broken, if there is such a choice. */
export function validWhenBroken(given: string | null, notes: string[]): BrokenChoice | null {
  const choice = brokenChoices.find((one) => one === given) ?? null
  if (given && !choice) notes.push('its when_broken is not imported: it is not valid here')
  return choice
}

const longestTitle = 255
const longestDescription = 1000

/** The card, shortened to what an update would accept. */
export function validCard(card: SourceCard | null, notes: string[]): SourceCard | null {
  if (!card) return null
  const title = cleanText(card.title).slice(0, longestTitle).toWellFormed()
  const description = cleanText(card.description).slice(0, longestDescription).toWellFormed()
  if (title !== card.title || description !== card.description)
    notes.push('the text of its card was shortened')
  return { title, description }
}
