// Single clicks as they are kept for export: many of one account and day in one text.
import type { ClickBatch } from './click-batch.ts'

/**
 * Clicks as JSON. What few words say of many clicks stands in lists, and `clicks` has six numbers for each click: the
 * link, the moment in Unix seconds, the places in `agents`, `sites` and `countries`, and 1 for a scan of a QR code.
 */
export interface ClickBlock {
  /** Device, browser, system, and 1 for a crawler. */
  agents: [device: string, browser: string, os: string, bot: number][]
  sites: string[]
  countries: string[]
  clicks: number[]
}

const daySeconds = 86_400
const numbers = 6

/** The clicks of a batch that have these indexes. */
export function writeBlock(batch: ClickBatch, indexes: number[]): string {
  const agents = new Places()
  const sites = new Places()
  const countries = new Places()
  const midnight = batch.day * daySeconds
  const clicks = new Array<number>(indexes.length * numbers)
  let at = 0
  for (const index of indexes) {
    clicks[at] = batch.links[index] as number
    clicks[at + 1] = midnight + (batch.seconds[index] as number)
    clicks[at + 2] = agents.of(batch.agentNumbers[index] as number)
    clicks[at + 3] = sites.of(batch.siteNumbers[index] as number)
    clicks[at + 4] = countries.of(batch.countryNumbers[index] as number)
    clicks[at + 5] = batch.scans[index] as number
    at += numbers
  }
  const block: ClickBlock = {
    agents: agents.list.map((number) => {
      const { device, browser, os, bot } = batch.agents[number] as ClickBatch['agents'][number]
      return [device, browser, os, Number(bot)]
    }),
    sites: sites.list.map((number) => batch.sites[number] as string),
    countries: countries.list.map((number) => batch.countries[number] as string),
    clicks,
  }
  return JSON.stringify(block)
}

/** Gives what a batch knows under one number its place in a list of its own. */
class Places {
  readonly list: number[] = []
  private readonly places: number[] = []

  of(number: number): number {
    const place = this.places[number]
    if (place !== undefined) return place
    this.places[number] = this.list.length
    return this.list.push(number) - 1
  }
}
