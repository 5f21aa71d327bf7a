// The breakdowns of clicks by country, referrer, link and technology: cards of bars, and the map.
import type { Report } from '@linnet/contract'
import { lazy, Suspense, useState } from 'react'
import { Card } from '../../components/page.tsx'
import { Segments } from '../../components/segments.tsx'
import { Skeleton } from '../../components/states.tsx'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { Bars } from './charts/bars.tsx'
import { statisticsMessages } from './messages.ts'
import { namesIn } from './names.ts'
import type { FilterName, StatisticsSearch } from './search.ts'

const WorldMap = lazy(() => import('./charts/world-map.tsx').then(({ WorldMap }) => ({ default: WorldMap })))

interface BreakdownProps {
  report: Report
  search: StatisticsSearch
  onChange(change: Partial<StatisticsSearch>): void
  className?: string
}

export function Countries({ report, search, onChange, className }: BreakdownProps) {
  const text = useMessages(statisticsMessages)
  const nameOf = namesIn(useLanguage())
  const { locations } = report.breakdowns
  const choose = (country: string | undefined) => onChange({ country })
  return (
    <Card title={text.countries} className={className}>
      <div className="grid items-center gap-6 md:grid-cols-[3fr_2fr]">
        <div className="aspect-[960/490] min-w-0">
          <Suspense fallback={<Skeleton className="size-full" />}>
            <WorldMap
              clicks={new Map(locations.map(({ code, clicks }) => [code, clicks]))}
              nameOf={(code) => nameOf('country', code)}
              chosen={search.country}
              onChoose={choose}
            />
          </Suspense>
        </div>
        <Bars
          title={text.countries}
          bars={locations.map(({ code, clicks }) => ({
            value: code,
            label: nameOf('country', code),
            clicks,
          }))}
          total={report.totals.clicks}
          chosen={search.country}
          onChoose={choose}
          most={9}
        />
      </div>
    </Card>
  )
}

export function Referers({ report, search, onChange, className }: BreakdownProps) {
  const text = useMessages(statisticsMessages)
  const nameOf = namesIn(useLanguage())
  return (
    <Card title={text.referers} description={text.referersHint} className={className}>
      <Bars
        title={text.referers}
        bars={report.breakdowns.referers.map(({ name, clicks }) => ({
          value: name,
          label: nameOf('referer', name),
          clicks,
        }))}
        total={report.totals.clicks}
        chosen={search.referer}
        onChoose={(referer) => onChange({ referer })}
      />
    </Card>
  )
}

/** Only shown if visitors used placements. */
export function Placements({ report, search, onChange, className }: BreakdownProps) {
  const text = useMessages(statisticsMessages)
  const nameOf = namesIn(useLanguage())
  const placements = report.breakdowns.placements ?? []
  if (placements.length === 0) return null
  return (
    <Card title={text.placements} description={text.placementsHint} className={className}>
      <Bars
        title={text.placements}
        bars={placements.map(({ name, clicks }) => ({
          value: name,
          label: nameOf('placement', name),
          clicks,
        }))}
        total={report.totals.clicks}
        chosen={search.placement}
        onChoose={(placement) => onChange({ placement })}
      />
    </Card>
  )
}

export function Links({ report, onChange, className }: BreakdownProps) {
  const text = useMessages(statisticsMessages)
  return (
    <Card title={text.links} className={className}>
      <Bars
        title={text.links}
        bars={(report.breakdowns.links ?? []).map(({ id, title, domain, short, clicks }) => ({
          value: id,
          label: title || `${domain}/${short}`,
          detail: title ? `${domain}/${short}` : undefined,
          clicks,
        }))}
        total={report.totals.clicks}
        onChoose={(link) => onChange({ link })}
        most={7}
      />
    </Card>
  )
}

const technologies = {
  device: 'devices',
  browser: 'browsers',
  os: 'systems',
} as const satisfies Partial<Record<FilterName, keyof Report['breakdowns']>>
type Technology = keyof typeof technologies

export function Technologies({ report, search, onChange, className }: BreakdownProps) {
  const text = useMessages(statisticsMessages)
  const nameOf = namesIn(useLanguage())
  const [shown, setShown] = useState<Technology>('device')
  const technology = technologies[shown]
  const entries = report.breakdowns[technology]
  return (
    <Card title={text.technology} className={className}>
      <div className="justify-self-start">
        <Segments
          label={text.shownBy}
          value={shown}
          options={(Object.keys(technologies) as Technology[]).map((name) => ({
            value: name,
            label: text[technologies[name]],
          }))}
          onChange={(name) => setShown(name)}
        />
      </div>
      <Bars
        title={text[technology]}
        bars={(entries ?? []).map(({ name, clicks }) => ({
          value: name,
          label: nameOf(shown, name),
          clicks,
        }))}
        total={report.totals.clicks}
        chosen={search[shown]}
        onChoose={(value) => onChange({ [shown]: value })}
        empty={entries === null ? text.unknownSystems : undefined}
      />
    </Card>
  )
}
