// The clicks that each rule of a link decided, and the observed beside the intended share of each destination.
import type { Link, RuleClicks } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/loaded.tsx'
import { Card } from '../../components/page.tsx'
import { type Formats, useFormats } from '../../lib/formats.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { withoutScheme } from '../../lib/without-scheme.ts'
import { editedRules } from '../rules/edited-rules.ts'
import { ruleClicksQuery } from '../rules/rule-clicks.ts'
import { ruleName } from '../rules/sentences.ts'
import type { Days } from './days.ts'
import { statisticsMessages } from './messages.ts'

interface RulesCardProps {
  link: Link
  days: Days
  className?: string
}

/** Of all clicks in the range: the page's filters don't apply. */
export function RulesCard({ link, days, className }: RulesCardProps) {
  const text = useMessages(statisticsMessages)
  const clicks = useQuery(ruleClicksQuery(link.id, utcRange(days)))
  return (
    <Card title={text.rules} description={text.rulesHint} className={className}>
      <Loaded query={clicks}>{(rules) => <RulesTable link={link} rules={rules} />}</Loaded>
    </Card>
  )
}

/** East of Greenwich, it may be tomorrow already, which isn't a day of statistics yet. */
function utcRange({ start, end }: Days): Days {
  const today = new Date().toISOString().slice(0, 10)
  return { start: start < today ? start : today, end: end < today ? end : today }
}

const numberCell = 'py-1.5 pl-3 text-right whitespace-nowrap tabular-nums'

function RulesTable({ link, rules }: { link: Link; rules: RuleClicks[] }) {
  const text = useMessages(statisticsMessages)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={text.ruleDestination} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-soft">
          <tr>
            <th scope="col" className="py-1.5 text-left font-medium">
              {text.ruleDestination}
            </th>
            {[text.metrics.clicks, text.observedShare, text.shareInterval, text.intendedShare].map((name) => (
              <th key={name} scope="col" className="py-1.5 pl-3 text-right font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {rules.map((rule) => (
          <RuleRows key={rule.id} link={link} rule={rule} />
        ))}
      </table>
    </section>
  )
}

function RuleRows({ link, rule }: { link: Link; rule: RuleClicks }) {
  const text = useMessages(statisticsMessages)
  const formats = useFormats()
  const language = useLanguage()
  const known = editedRules(link.rules).find(({ id }) => id === rule.id)
  return (
    <tbody className="border-t border-line">
      <tr className="font-medium">
        <th scope="rowgroup" dir="auto" className="min-w-40 py-1.5 text-left font-medium">
          {known ? ruleName(known, language) : text.formerRule}
        </th>
        <td className={numberCell}>{formats.number(rule.clicks)}</td>
        <td colSpan={3} />
      </tr>
      {rule.destinations.map((destination) => {
        const url = known?.to.find(({ id }) => id === destination.id)?.long_url
        return (
          <tr key={destination.id}>
            <th
              scope="row"
              dir="auto"
              className="max-w-60 truncate py-1.5 pl-3 text-left font-normal"
              title={url}
            >
              {url ? withoutScheme(url) : text.formerDestination}
            </th>
            <td className={numberCell}>{formats.number(destination.clicks)}</td>
            {sharesOf(destination, formats).map(({ name, value }) => (
              <td key={name} className={numberCell}>
                {value}
              </td>
            ))}
          </tr>
        )
      })}
    </tbody>
  )
}

function sharesOf(
  { observed, low, high, intended }: RuleClicks['destinations'][number],
  { percent }: Formats,
): { name: string; value: string }[] {
  return [
    { name: 'observed', value: observed === null ? '–' : percent(observed) },
    { name: 'interval', value: low === null || high === null ? '–' : `${percent(low)} – ${percent(high)}` },
    { name: 'intended', value: intended === null ? '–' : percent(intended) },
  ]
}
