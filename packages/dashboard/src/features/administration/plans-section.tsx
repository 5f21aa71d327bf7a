// The plans side by side: what each one allows, and how many accounts have it.
import type { PlanRecord } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { Check, Minus } from '../../components/icons.ts'
import { Loaded } from '../../components/loaded.tsx'
import { Badge, Card } from '../../components/page.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { Facts } from './facts.tsx'
import { shownDays } from './people/sign-ups-section.tsx'
import { overviewQuery } from './queries.ts'
import { serverMessages } from './server-messages.ts'

const limits = [
  'links',
  'custom_slug_renames',
  'microsites',
  'mcp_calls',
  'analytics_days',
  'requests_per_minute',
] as const
const features = ['bulk_shortening', 'image_slide', 'microsite_visibility', 'hosted_mcp_enabled'] as const

export function PlansSection() {
  const text = useMessages(serverMessages)
  const overview = useQuery(overviewQuery(shownDays))
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-sm text-soft">
        {text.plansAbout} {text.plansHow}
      </p>
      <Loaded query={overview} heights={['h-120']}>
        {({ plans }) => (
          <>
            <PlansTable plans={plans} />
            <div className="grid gap-4 md:hidden">
              {plans.map((plan) => (
                <PlanCard key={plan.name} plan={plan} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

/** The rows: the names of limits and features. */
const lines = [...limits, ...features]

function PlansTable({ plans }: { plans: PlanRecord[] }) {
  const text = useMessages(serverMessages)
  const { number } = useFormats()
  return (
    <section
      aria-label={text.plansTable}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: with many plans it scrolls, by keyboard too
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-surface max-md:hidden"
    >
      <table className="w-full text-left text-sm">
        <thead className="border-b border-line align-top">
          <tr>
            <th scope="col" className="px-4 py-3 font-medium text-soft">
              {text.limit}
            </th>
            {plans.map((plan) => (
              <th key={plan.name} scope="col" className="px-4 py-3 font-normal">
                <span dir="auto" translate="no" className="block text-base font-semibold">
                  {plan.name}
                </span>
                <span className="block text-soft">
                  {plan.accounts === 1 ? text.oneAccount : text.accounts(number(plan.accounts))}
                </span>
                {plan.is_default ? <Badge variant="accent">{text.defaultPlan}</Badge> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map((name) => (
            <tr key={name}>
              <th scope="row" className="px-4 py-2.5 font-normal text-soft">
                {text[name]}
              </th>
              {plans.map((plan) => (
                <td key={plan.name} className="px-4 py-2.5 font-medium whitespace-nowrap tabular-nums">
                  <Allowed value={plan[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Allowed({ value }: { value: number | boolean | null }) {
  const text = useMessages(serverMessages)
  const { number } = useFormats()
  if (value === null) return text.unlimited
  if (typeof value === 'number') return number(value)
  return (
    <span className={`inline-flex items-center gap-1.5 ${value ? 'text-good' : 'text-soft'}`}>
      {value ? <Check className="size-4" /> : <Minus className="size-4" />}
      {value ? text.included : text.missing}
    </span>
  )
}

function PlanCard({ plan }: { plan: PlanRecord }) {
  const text = useMessages(serverMessages)
  const { number } = useFormats()
  return (
    <Card
      title={
        <span dir="auto" translate="no">
          {plan.name}
        </span>
      }
      description={plan.accounts === 1 ? text.oneAccount : text.accounts(number(plan.accounts))}
      actions={plan.is_default ? <Badge variant="accent">{text.defaultPlan}</Badge> : null}
    >
      <Facts facts={lines.map((name) => ({ name: text[name], value: <Allowed value={plan[name]} /> }))} />
    </Card>
  )
}
