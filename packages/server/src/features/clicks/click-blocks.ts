// Individual clicks as they are stored: many clicks of one account and day in one string.
import { otherPlacements } from '@linnet/contract/placement-names'
import { destinationId, ruleId } from '@linnet/contract/rule-values'
import type { ClickBatch, NumberedAgent } from './counting/click-batch.ts'
import type { CountedName } from './counting/day-counts.ts'
import { unpackChoice } from './journal/format.ts'
import type { CountedNames } from './placements/placement-store.ts'

/**
 * Clicks as JSON. Values that many clicks share are in lists, and `clicks` has six numbers for each click: the link, the
 * time in Unix seconds, the indexes in `agents`, `sites` and `countries`, and 1 for a scan of a QR code.
 */
export interface ClickBlock {
  /** Device, browser, system, and 1 for a crawler. */
  agents: [device: string, browser: string, os: string, bot: number][]
  sites: string[]
  countries: string[]
  clicks: number[]
  /**
   * The clicks that rules decided, if there are any: for each, its place among the clicks, and the rule and the destination
   * as `packChoice` packs them. Programs that don't know this list read the clicks without it.
   */
  choices?: number[]
  /** The placements of clicks, if any have one: names, and for each such click its place among the clicks and its name's index. */
  placements?: { names: string[]; clicks: number[] }
}

const daySeconds = 86_400
/** How many numbers of `clicks` are one click. */
export const clickNumbers = 6

/** Reads what `writeBlock` has written. */
export function readBlock(content: string): ClickBlock {
  return JSON.parse(content) as ClickBlock
}

/** The clicks of a batch that have these indexes; their placements have the names under which they were counted. */
function writeBlock(batch: ClickBatch, indexes: number[], countedNames: CountedNames): string {
  const agents = new IndexList()
  const sites = new IndexList()
  const countries = new IndexList()
  const midnight = batch.day * daySeconds
  const clicks = new Array<number>(indexes.length * clickNumbers)
  const choices: number[] = []
  const places: number[] = []
  const placeNames = new Map<string, number>()
  let at = 0
  for (const index of indexes) {
    clicks[at] = batch.links[index] as number
    clicks[at + 1] = midnight + (batch.seconds[index] as number)
    clicks[at + 2] = agents.of(batch.agentNumbers[index] as number)
    clicks[at + 3] = sites.of(batch.siteNumbers[index] as number)
    clicks[at + 4] = countries.of(batch.countryNumbers[index] as number)
    clicks[at + 5] = batch.scans[index] as number
    const choice = batch.choices[index] as number
    if (choice !== 0) choices.push(at / clickNumbers, choice)
    const placement = batch.placements[index] as number
    if (placement !== 0) {
      const name = countedPlacement(batch, index, countedNames)
      if (!placeNames.has(name)) placeNames.set(name, placeNames.size)
      places.push(at / clickNumbers, placeNames.get(name) as number)
    }
    at += clickNumbers
  }
  const block: ClickBlock = {
    agents: agents.list.map((number) => {
      const { device, browser, os, bot } = batch.numbers.agents[number] as NumberedAgent
      return [device, browser, os, Number(bot)]
    }),
    sites: sites.list.map((number) => (batch.numbers.sites[number] as CountedName).name),
    countries: countries.list.map((number) => (batch.numbers.countries[number] as CountedName).name),
    clicks,
    ...(choices.length > 0 ? { choices } : {}),
    ...(places.length > 0 ? { placements: { names: [...placeNames.keys()], clicks: places } } : {}),
  }
  return JSON.stringify(block)
}

function countedPlacement(batch: ClickBatch, index: number, countedNames: CountedNames): string {
  const { key } = batch.numbers.placements[batch.placements[index] as number] as { key: string }
  return countedNames.get(batch.links[index] as number)?.nameOf(key) ?? otherPlacements
}

// Individual clicks in one row, which is read and deleted as a whole: some 150 KB.
const blockClicks = 5000

/** The rows that keep the clicks of some accounts of a batch. */
export function blocksOf(
  batch: ClickBatch,
  accounts: readonly { userId: number; indexes: number[] }[],
  countedNames: CountedNames,
): { userId: number; clicks: number; content: string }[] {
  return accounts.flatMap(({ userId, indexes }) => {
    const blocks = []
    for (let start = 0; start < indexes.length; start += blockClicks) {
      const some = indexes.slice(start, start + blockClicks)
      blocks.push({ userId, clicks: some.length, content: writeBlock(batch, some, countedNames) })
    }
    return blocks
  })
}

/** What a click says about the rule that decided it, as the API names it, and about who clicked. */
export interface ClickDecision {
  /** The id of the rule; null if none decided. */
  rule: string | null
  /** The id of the destination that the rule chose; null if none decided. */
  destination: string | null
  /** Why the click isn't counted among people; null if it is. */
  not_counted: 'bot' | null
}

/** Describes the click of a crawler or a person with this packed choice; 0 means that no rule decided. */
export function decisionOf(choice: number, isBot: boolean): ClickDecision {
  const not_counted = isBot ? 'bot' : null
  if (choice === 0) return { rule: null, destination: null, not_counted }
  const { rule, destination } = unpackChoice(choice)
  return { rule: ruleId(rule), destination: destinationId(destination), not_counted }
}

/** A stored click. */
export interface KeptClick extends ClickDecision {
  /** The number of its link. */
  linkId: number
  /** Unix seconds. */
  at: number
  device: string
  browser: string
  os: string
  bot: boolean
  referer: string
  country: string
  qr: boolean
  /** The name under which its placement was counted; null without one. */
  placement: string | null
}

/** The clicks of a block that `writeBlock` has written. */
export function readClickBlock(content: string): KeptClick[] {
  const { agents, sites, countries, clicks, choices = [], placements } = readBlock(content)
  const placementOf = placementIndexes(placements)
  const read: KeptClick[] = []
  let nextChoice = 0
  for (let at = 0; at < clicks.length; at += clickNumbers) {
    const [linkId = 0, moment = 0, agent = 0, site = 0, country = 0, scan = 0] = clicks.slice(
      at,
      at + clickNumbers,
    )
    const [device, browser, os, bot] = agents[agent] ?? ['', '', '', 0]
    const isDecided = choices[nextChoice] === at / clickNumbers
    const choice = isDecided ? (choices[nextChoice + 1] as number) : 0
    if (isDecided) nextChoice += 2
    read.push({
      linkId,
      at: moment,
      device,
      browser,
      os,
      bot: bot === 1,
      referer: sites[site] ?? '',
      country: countries[country] ?? '',
      qr: scan === 1,
      placement: placements?.names[placementOf.get(at / clickNumbers) ?? -1] ?? null,
      ...decisionOf(choice, bot === 1),
    })
  }
  return read
}

/** The indexes of the names of a block's placements, by the places of their clicks. */
export function placementIndexes(placements: ClickBlock['placements']): Map<number, number> {
  const indexes = new Map<number, number>()
  const { clicks } = placements ?? { clicks: [] }
  for (let at = 0; at < clicks.length; at += 2) indexes.set(clicks[at] as number, clicks[at + 1] as number)
  return indexes
}

/** Lists the numbers that occur in a block, and returns the index of each. */
class IndexList {
  readonly list: number[] = []
  private readonly indexes: number[] = []

  of(number: number): number {
    const index = this.indexes[number]
    if (index !== undefined) return index
    this.indexes[number] = this.list.length
    return this.list.push(number) - 1
  }
}
