// The map of the world: the more clicks, the stronger a country's colour. What it shows, the list beside it tells as well.
import { type PointerEvent, useState } from 'react'
import { classes } from '../../../components/classes.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { statisticsMessages } from '../messages.ts'
import world from './world-shapes.json'

interface WorldMapProps {
  /** Clicks by ISO 3166-1 alpha-2 code. */
  clicks: ReadonlyMap<string, number>
  nameOf(code: string): string
  chosen?: string
  onChoose(code: string | undefined): void
}

const { size } = world
const shapes = Object.entries(world.shapes)
const dots = Object.entries(world.dots)
// Five steps can be told apart; Tailwind has to find their names whole.
const steps = ['fill-accent/25', 'fill-accent/42', 'fill-accent/60', 'fill-accent/80', 'fill-accent']
const legend = ['bg-accent/25', 'bg-accent/42', 'bg-accent/60', 'bg-accent/80', 'bg-accent']

/** By the root, so that one large country does not leave all others pale. */
function stepOf(clicks: number, most: number): string | undefined {
  if (clicks === 0) return undefined
  const share = Math.sqrt(clicks / most)
  return steps[Math.max(0, Math.ceil(share * steps.length) - 1)]
}

export function WorldMap({ clicks, nameOf, chosen, onChoose }: WorldMapProps) {
  const text = useMessages(statisticsMessages)
  const formats = useFormats()
  const [pointed, setPointed] = useState<{ code: string; x: number; y: number } | null>(null)
  const onMap = [...clicks].filter(([code]) => code in world.shapes || code in world.dots)
  const most = Math.max(0, ...onMap.map(([, count]) => count))
  const first = onMap.find(([, count]) => count === most)?.[0]

  function point(event: PointerEvent<Element>) {
    const code = (event.target as Element).getAttribute('data-code')
    const box = event.currentTarget.getBoundingClientRect()
    setPointed(code ? { code, x: event.clientX - box.left, y: event.clientY - box.top } : null)
  }
  const lookOf = (code: string) =>
    classes(
      stepOf(clicks.get(code) ?? 0, most) ?? 'fill-line',
      code === chosen ? 'stroke-ink' : 'stroke-surface',
      clicks.has(code) && 'cursor-pointer hover:stroke-ink',
    )
  const choose = (code: string) => () => {
    if (clicks.has(code)) onChoose(code === chosen ? undefined : code)
  }

  return (
    <div
      className="relative"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setPointed(null)}
    >
      {/* biome-ignore-start lint/a11y/noStaticElementInteractions: whoever uses a keyboard has the list beside */}
      {/* biome-ignore-start lint/a11y/useKeyWithClickEvents: as above */}
      <svg
        role="img"
        aria-label={first ? text.map(nameOf(first)) : text.mapEmpty}
        viewBox={`0 0 ${size.width} ${size.height}`}
        className="block h-auto w-full"
      >
        {shapes.map(([code, path]) => (
          <path
            key={code}
            d={path}
            data-code={code}
            strokeWidth={0.7}
            className={lookOf(code)}
            onClick={choose(code)}
          />
        ))}
        {/* Those too small for an outline are only drawn where they have clicks. */}
        {dots
          .filter(([code]) => clicks.has(code))
          .map(([code, [x, y]]) => (
            <circle
              key={code}
              cx={x}
              cy={y}
              r={4.5}
              data-code={code}
              strokeWidth={1}
              className={lookOf(code)}
              onClick={choose(code)}
            />
          ))}
      </svg>
      {/* biome-ignore-end lint/a11y/useKeyWithClickEvents: as above */}
      {/* biome-ignore-end lint/a11y/noStaticElementInteractions: as above */}
      <p aria-hidden="true" className="mt-2 flex items-center justify-end gap-1 text-xs text-soft">
        {text.fewer}
        <span className="mx-1 flex overflow-hidden rounded-full">
          {legend.map((look) => (
            <span key={look} className={classes('h-2.5 w-4', look)} />
          ))}
        </span>
        {text.more}
      </p>
      {pointed ? (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute z-10 -translate-x-1/2 -translate-y-[calc(100%+10px)] rounded-md border border-line bg-raised px-2.5 py-1 text-xs whitespace-nowrap shadow-overlay"
          style={{ left: pointed.x, top: pointed.y }}
        >
          {nameOf(pointed.code)}{' '}
          <span className="font-semibold tabular-nums">{formats.number(clicks.get(pointed.code) ?? 0)}</span>
        </p>
      ) : null}
    </div>
  )
}
