// Counts individual clicks for a report: filters them, and adds them to the timeline and the breakdowns.
import { foldedName } from '@linnet/contract/folded-names'
import { type ClickBlock, clickNumbers, placementIndexes } from '../../clicks/index.ts'
import { addClicks, type ClicksByName } from '../names.ts'
import type { Timeline } from './timeline.ts'

/** Which clicks a report counts. */
export interface ClickFilter {
  /** One link; null for all of the account's. */
  linkId: number | null
  crawlers: boolean
  kind: 'all' | 'clicks' | 'scans'
  country?: string | undefined
  /** By its name in breakdowns. */
  referer?: string | undefined
  device?: string | undefined
  browser?: string | undefined
  os?: string | undefined
  placement?: string | undefined
}

/** Clicks by name. */
export interface NameCounts {
  referers: ClicksByName
  locations: ClicksByName
  devices: ClicksByName
  browsers: ClicksByName
  systems: ClicksByName
  placements: ClicksByName
}

export class SingleClicks {
  readonly names: NameCounts = {
    referers: new Map(),
    locations: new Map(),
    devices: new Map(),
    browsers: new Map(),
    systems: new Map(),
    placements: new Map(),
  }
  readonly links = new Map<number, number>()
  /** The time of the oldest click (Unix seconds). */
  oldest = Number.POSITIVE_INFINITY

  private readonly placementKey: string | undefined

  constructor(
    private readonly filter: ClickFilter,
    private readonly timeline: Timeline,
  ) {
    this.placementKey = filter.placement === undefined ? undefined : foldedName(filter.placement)
  }

  /** Counts the clicks of a block that match. */
  add({ agents, sites, countries, clicks, placements }: ClickBlock): void {
    const { linkId, crawlers, kind, country, referer, device, browser, os } = this.filter
    const { timeline, links } = this
    const isWantedAgent = agents.map(
      ([itsDevice, itsBrowser, itsOs]) =>
        (device === undefined || device === itsDevice) &&
        (browser === undefined || browser === itsBrowser) &&
        (os === undefined || os === itsOs),
    )
    const isWantedSite = sites.map((site) => referer === undefined || referer === site)
    const isWantedCountry = countries.map((code) => country === undefined || country === code)
    const placementOf = placementIndexes(placements)
    const isWantedPlacement = placements?.names.map((name) => foldedName(name) === this.placementKey)
    const byAgent = new Float64Array(agents.length)
    const bySite = new Float64Array(sites.length)
    const byCountry = new Float64Array(countries.length)
    const byPlacement = new Float64Array(placements?.names.length ?? 0)
    for (let index = 0; index < clicks.length; index += clickNumbers) {
      const link = clicks[index] as number
      const at = clicks[index + 1] as number
      const agent = clicks[index + 2] as number
      const site = clicks[index + 3] as number
      const countryIndex = clicks[index + 4] as number
      const scan = clicks[index + 5] as number
      if (at < this.oldest) this.oldest = at
      if (linkId !== null && linkId !== link) continue
      if (!isWantedAgent[agent] || !isWantedSite[site] || !isWantedCountry[countryIndex]) continue
      const placement = placementOf.size > 0 ? (placementOf.get(index / clickNumbers) ?? -1) : -1
      if (this.placementKey !== undefined && !isWantedPlacement?.[placement]) continue
      if (kind !== 'all' && (kind === 'scans') !== (scan === 1)) continue
      const bucket = timeline.indexOf(at)
      if (bucket < 0) continue
      if (agents[agent]?.[3] === 1) {
        timeline.bots[bucket] = (timeline.bots[bucket] as number) + 1
        if (!crawlers) continue
      }
      timeline.clicks[bucket] = (timeline.clicks[bucket] as number) + 1
      timeline.scans[bucket] = (timeline.scans[bucket] as number) + scan
      if (bucket === timeline.before) continue
      byAgent[agent] = (byAgent[agent] as number) + 1
      bySite[site] = (bySite[site] as number) + 1
      byCountry[countryIndex] = (byCountry[countryIndex] as number) + 1
      links.set(link, (links.get(link) ?? 0) + 1)
      if (placement >= 0) byPlacement[placement] = (byPlacement[placement] as number) + 1
    }
    const { names } = this
    for (const [index, [itsDevice, itsBrowser, itsOs]] of agents.entries()) {
      addClicks(names.devices, itsDevice, byAgent[index] as number)
      addClicks(names.browsers, itsBrowser, byAgent[index] as number)
      addClicks(names.systems, itsOs, byAgent[index] as number)
    }
    for (const [index, site] of sites.entries()) addClicks(names.referers, site, bySite[index] as number)
    for (const [index, code] of countries.entries())
      addClicks(names.locations, code, byCountry[index] as number)
    for (const [index, clicks] of byPlacement.entries())
      addClicks(names.placements, placements?.names[index] as string, clicks)
  }
}
