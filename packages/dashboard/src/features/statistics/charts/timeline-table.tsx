// The timeline as a table with the same numbers.
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { statisticsMessages } from '../messages.ts'
import type { ChartPoint } from './chart-point.ts'

interface TimelineTableProps {
  name: string
  points: readonly ChartPoint[]
  onOpen?(index: number): void
}

export function TimelineTable({ name, points, onOpen }: TimelineTableProps) {
  const text = useMessages(statisticsMessages)
  const formats = useFormats()
  const number = (value: number | null | undefined) => (value == null ? '–' : formats.number(value))
  const compared = points.some(({ before }) => before)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section aria-label={name} tabIndex={0} className="h-65 overflow-y-auto">
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-surface text-left text-soft">
          <tr>
            <th scope="col" className="py-1.5 font-medium">
              {text.time}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {name}
            </th>
            {compared ? (
              <th scope="col" className="py-1.5 text-right font-medium">
                {text.beforeAlone}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {points.map(({ label, value, before }, index) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="text-left font-normal">
                {onOpen ? (
                  <button
                    type="button"
                    aria-label={text.openDay(label)}
                    onClick={() => onOpen(index)}
                    className="min-h-8 underline decoration-line underline-offset-4 hover:decoration-current"
                  >
                    {label}
                  </button>
                ) : (
                  <span className="inline-flex min-h-8 items-center">{label}</span>
                )}
              </th>
              <td className="text-right">{number(value)}</td>
              {compared ? <td className="text-right text-soft">{number(before?.value)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
