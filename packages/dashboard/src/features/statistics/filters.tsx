// The filters of the statistics page: what counts as a click, and what it is filtered by, as chips that can be removed.
import { Button } from '../../components/button.tsx'
import { X } from '../../components/icons.ts'
import { Segments } from '../../components/segments.tsx'
import { Switch } from '../../components/switch.tsx'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { statisticsMessages } from './messages.ts'
import { namesIn } from './names.ts'
import { filterNames, type StatisticsSearch } from './search.ts'

interface FiltersProps {
  search: StatisticsSearch
  /** The name of the link that the page is filtered by. */
  linkName: string | undefined
  /** The name of the day, if only one is shown. */
  dayName: string | undefined
  onChange(change: Partial<StatisticsSearch>): void
}

const noRange = { range: undefined, start: undefined, end: undefined }
export const noFilters: Partial<StatisticsSearch> = {
  link: undefined,
  kind: undefined,
  ...Object.fromEntries(filterNames.map((name) => [name, undefined])),
}

export function Filters({ search, linkName, dayName, onChange }: FiltersProps) {
  const text = useMessages(statisticsMessages)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Segments
          label={text.kind}
          value={search.kind ?? 'all'}
          options={(['all', 'clicks', 'scans'] as const).map((kind) => ({
            value: kind,
            label: text.kinds[kind],
          }))}
          onChange={(kind) => onChange({ kind: kind === 'all' ? undefined : kind })}
        />
        <Switch
          label={text.crawlers}
          checked={search.crawlers ?? false}
          onChange={(crawlers) => onChange({ crawlers: crawlers || undefined })}
        />
        <Switch
          label={text.compare}
          checked={search.compare ?? true}
          onChange={(compare) => onChange({ compare: compare ? undefined : false })}
        />
      </div>
      <FilterChips search={search} linkName={linkName} dayName={dayName} onChange={onChange} />
    </div>
  )
}

function FilterChips({ search, linkName, dayName, onChange }: FiltersProps) {
  const text = useMessages(statisticsMessages)
  const nameOf = namesIn(useLanguage())
  const chips = [
    ...(linkName === undefined
      ? []
      : [{ name: text.filterNames.link, value: linkName, without: { link: undefined } }]),
    ...(dayName === undefined ? [] : [{ name: text.filterNames.day, value: dayName, without: noRange }]),
    ...filterNames.flatMap((filter) => {
      const value = search[filter]
      return value === undefined
        ? []
        : [{ name: text.filterNames[filter], value: nameOf(filter, value), without: { [filter]: undefined } }]
    }),
  ]
  if (chips.length === 0) return null
  return (
    <ul aria-label={text.filters} className="flex flex-wrap items-center gap-2">
      {chips.map(({ name, value, without }) => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            aria-label={text.remove(`${name}: ${value}`)}
            onClick={() => onChange(without)}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-tint pr-2 pl-3 text-sm text-accent hover:text-accent-strong"
          >
            <span className="shrink-0">{name}:</span>
            <span dir="auto" className="truncate font-medium">
              {value}
            </span>
            <X className="size-3.5 shrink-0" />
          </button>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <Button
            variant="quiet"
            size="small"
            onClick={() => onChange({ ...noFilters, ...(dayName === undefined ? {} : noRange) })}
          >
            {text.removeAll}
          </Button>
        </li>
      ) : null}
    </ul>
  )
}
