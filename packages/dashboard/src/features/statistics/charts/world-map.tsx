// The world map: the more clicks, the stronger a country's colour. The list beside it has the same numbers.
import { clsx } from 'clsx'
import { type PointerEvent, useState } from 'react'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { statisticsMessages } from '../messages.ts'
import { shadeOf } from './map-shades.ts'
import world from './world-shapes.json'

interface WorldMapProps {
  /** Clicks by ISO 3166-1 alpha-2 code. */
  clicks: ReadonlyMap<string, number>
  nameOf(code: string): string
  chosen?: string
  onChoose(code: string | undefined): void
}

interface PointedCountry {
  code: string
  /** Where the pointer is, from the map's corner. */
  x: number
  y: number
}

const { size } = world
const shapes = Object.entries(world.shapes)
const dots = Object.entries(world.dots)
// One for each shade. Tailwind only finds class names that are written out.
const mapColours = ['fill-accent/25', 'fill-accent/42', 'fill-accent/60', 'fill-accent/80', 'fill-accent']
const legendColours = ['bg-accent/25', 'bg-accent/42', 'bg-accent/60', 'bg-accent/80', 'bg-accent']

function colourOf(clicks: number, most: number): string {
  const shade = shadeOf(clicks, most)
  return (shade === null ? undefined : mapColours[shade]) ?? 'fill-line'
}

export function WorldMap({ clicks, nameOf, chosen, onChoose }: WorldMapProps) {
  const [pointed, setPointed] = useState<PointedCountry | null>(null)

  function point(event: PointerEvent<Element>) {
    const code = (event.target as Element).getAttribute('data-code')
    const box = event.currentTarget.getBoundingClientRect()
    setPointed(code ? { code, x: event.clientX - box.left, y: event.clientY - box.top } : null)
  }

  return (
    <div
      className="relative"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setPointed(null)}
    >
      <Countries clicks={clicks} nameOf={nameOf} chosen={chosen} onChoose={onChoose} />
      <ColourScale />
      {pointed ? (
        <CountryTooltip
          pointed={pointed}
          name={nameOf(pointed.code)}
          clicks={clicks.get(pointed.code) ?? 0}
        />
      ) : null}
    </div>
  )
}

function Countries({ clicks, nameOf, chosen, onChoose }: WorldMapProps) {
  const text = useMessages(statisticsMessages)
  const onMap = [...clicks].filter(([code]) => code in world.shapes || code in world.dots)
  const most = Math.max(0, ...onMap.map(([, count]) => count))
  const first = onMap.find(([, count]) => count === most)?.[0]
  const propsOf = (code: string) => ({
    'data-code': code,
    className: clsx(
      colourOf(clicks.get(code) ?? 0, most),
      code === chosen ? 'stroke-ink' : 'stroke-surface',
      clicks.has(code) && 'cursor-pointer hover:stroke-ink',
    ),
    onClick() {
      if (clicks.has(code)) onChoose(code === chosen ? undefined : code)
    },
  })
  return (
    <svg
      role="img"
      aria-label={first ? text.map(nameOf(first)) : text.mapEmpty}
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="block h-auto w-full"
    >
      {shapes.map(([code, path]) => (
        <path key={code} d={path} strokeWidth={0.7} {...propsOf(code)} />
      ))}
      {/* Countries too small for an outline are only drawn if they have clicks. */}
      {dots
        .filter(([code]) => clicks.has(code))
        .map(([code, [x, y]]) => (
          <circle key={code} cx={x} cy={y} r={4.5} strokeWidth={1} {...propsOf(code)} />
        ))}
    </svg>
  )
}

function ColourScale() {
  const text = useMessages(statisticsMessages)
  return (
    <p aria-hidden="true" className="mt-2 flex items-center justify-end gap-1 text-xs text-soft">
      {text.fewer}
      <span className="mx-1 flex overflow-hidden rounded-full">
        {legendColours.map((colour) => (
          <span key={colour} className={clsx('h-2.5 w-4', colour)} />
        ))}
      </span>
      {text.more}
    </p>
  )
}

interface CountryTooltipProps {
  pointed: PointedCountry
  name: string
  clicks: number
}

function CountryTooltip({ pointed: { x, y }, name, clicks }: CountryTooltipProps) {
  const formats = useFormats()
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute z-10 -translate-x-1/2 -translate-y-[calc(100%+10px)] rounded-md border border-line bg-raised px-2.5 py-1 text-xs whitespace-nowrap shadow-overlay"
      style={{ left: x, top: y }}
    >
      {name} <span className="font-semibold tabular-nums">{formats.number(clicks)}</span>
    </p>
  )
}
