// What a link would do with a visitor: where they go, which rules were tried, and every check.
import type { ConditionName, Explanation, Link } from '@linnet/contract'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Ban, Check, CircleAlert, CircleCheck, X } from '../../../components/icons.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { type ConditionKind, conditionFields, conditionKinds, editedRules } from '../../rules/edited-rules.ts'
import { ruleMessages } from '../../rules/messages.ts'
import { ruleName } from '../../rules/sentences.ts'
import { explanationMessages } from './messages.ts'

interface ExplanationViewProps {
  explanation: Explanation
  link: Link
  /** Whether it is about the visitor that was described before. */
  isOld: boolean
}

export function ExplanationView({ explanation, link, isOld }: ExplanationViewProps) {
  const text = useMessages(explanationMessages)
  return (
    <div
      aria-busy={isOld}
      className={clsx('grid grid-cols-[minmax(0,1fr)] gap-5 transition-opacity', isOld && 'opacity-60')}
    >
      <Result explanation={explanation} />
      {link.rules.length > 0 && explanation.rules.length > 0 ? (
        <Part title={text.rules}>
          <TriedRules explanation={explanation} link={link} />
        </Part>
      ) : null}
      <Part title={text.checks}>
        <ol className="grid gap-2">
          {explanation.checks.map((check) => (
            <CheckItem key={check.check} {...check} detail={detailOf(check, explanation, link)} />
          ))}
        </ol>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  )
}

/** Where the visitor goes, and whether that counts. */
function Result({ explanation: { destination, split, counted, not_counted } }: { explanation: Explanation }) {
  const text = useMessages(explanationMessages)
  const formats = useFormats()
  const isRedirected = destination !== null || split !== null
  return (
    <section
      aria-label={text.result}
      aria-live="polite"
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded-card border p-4',
        isRedirected ? 'border-good/40 bg-good-tint' : 'border-warn/40 bg-warn-tint',
      )}
    >
      <p className="text-sm text-soft">
        {destination !== null ? text.goesTo : split ? text.shares : text.nowhere}
      </p>
      {destination === null ? null : <Address url={destination} />}
      {split ? (
        <ul className="grid gap-1">
          {split.map(({ id, location, share }) => (
            <li key={id} className="flex items-baseline gap-2">
              <span className="w-14 shrink-0 text-right font-semibold tabular-nums">
                {formats.percent(share)}
              </span>
              <Address url={location} />
            </li>
          ))}
        </ul>
      ) : null}
      <p className="text-sm text-soft">
        {counted || !not_counted ? text.counted : text.notCounted[not_counted]}
      </p>
    </section>
  )
}

function Address({ url }: { url: string }) {
  return (
    <p dir="ltr" className="min-w-0 font-medium break-words">
      {url}
    </p>
  )
}

function TriedRules({ explanation: { rules, rule }, link }: { explanation: Explanation; link: Link }) {
  const text = useMessages(explanationMessages)
  const { kinds } = useMessages(ruleMessages)
  const language = useLanguage()
  const known = new Map(editedRules(link.rules).map((rule) => [rule.id, rule]))
  return (
    <ol className="grid gap-2">
      {rules.map(({ id, holds, failed }, index) => {
        const edited = known.get(id)
        const kind = failed && kindOf(failed)
        return (
          <Outcome
            key={id}
            icon={holds ? <CircleCheck className="text-good" /> : <X className="text-soft" />}
          >
            <span className="font-medium">{edited ? ruleName(edited, language) : text.rule(index + 1)}</span>
            <span className="block text-soft">
              {holds ? text.matches : text.fails(kind ? kinds[kind] : (failed ?? ''))}
            </span>
          </Outcome>
        )
      })}
      {rule === null ? <li className="text-sm text-soft">{text.otherwise}</li> : null}
    </ol>
  )
}

/** What the editor calls a condition. */
function kindOf(condition: string): ConditionKind | undefined {
  return conditionKinds.find((kind) =>
    (conditionFields[kind] as readonly ConditionName[]).some((field) => field === condition),
  )
}

const outcomeIcons = {
  passed: <Check className="text-good" />,
  asked: <CircleAlert className="text-warn" />,
  stopped: <Ban className="text-bad" />,
} as const

type CheckDetail = 'noRules' | 'ruleDecides' | 'noRuleHolds' | 'scheduled' | 'expired' | 'consumed'

/** What there is to say more precisely than by the outcome of a check. */
function detailOf(
  { check, outcome }: Explanation['checks'][number],
  { at, rule }: Explanation,
  { rules, starts_at, expired_at }: Link,
): CheckDetail | null {
  if (check === 'rules') return rules.length === 0 ? 'noRules' : rule === null ? 'noRuleHolds' : 'ruleDecides'
  if (check !== 'ended' || outcome !== 'stopped') return null
  if (starts_at !== null && at < starts_at) return 'scheduled'
  return expired_at !== null && at >= expired_at ? 'expired' : 'consumed'
}

type CheckItemProps = Explanation['checks'][number] & { detail: CheckDetail | null }

function CheckItem({ check, outcome, message, detail }: CheckItemProps) {
  const text = useMessages(explanationMessages)
  return (
    <Outcome icon={outcomeIcons[outcome]}>
      <span className="sr-only">{text.outcomes[outcome]}: </span>
      {/* A server that is newer than this page may know more checks. */}
      {(detail ? text.details[detail] : text.check[check]?.[outcome]) || message}
    </Outcome>
  )
}

function Outcome({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5 text-sm [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}
