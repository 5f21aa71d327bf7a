// What the last check of a link found, in words.
import type { LinkHealth } from '@linnet/contract'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { healthMessages } from './messages.ts'

export function Outcome({ health }: { health: LinkHealth }) {
  const text = useMessages(healthMessages)
  const formats = useFormats()
  const { outcome, answer_status: status, checked_at, next_check_at, failures, excluded_by } = health
  const sentence = outcome === null ? null : text.outcomes[outcome]
  const facts = [
    ...(checked_at === null ? [] : [text.checked(formats.ago(checked_at))]),
    ...(failures > 0 ? [text.failures(failures)] : []),
    ...(next_check_at === null ? [] : [text.next(formats.ago(next_check_at))]),
  ]
  return (
    <div className="grid gap-0.5 text-sm">
      {excluded_by === null ? null : <p>{text.excluded[excluded_by]}</p>}
      {sentence === null ? null : <p>{status === null ? sentence : text.answer(sentence, `${status}`)}</p>}
      {facts.length === 0 ? null : <p className="text-soft">{facts.join(' · ')}</p>}
    </div>
  )
}
