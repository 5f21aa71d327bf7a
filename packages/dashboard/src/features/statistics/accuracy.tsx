// Notes about the accuracy of the numbers, if there are any.
import type { Report } from '@linnet/contract'
import { Notice } from '../../components/states.tsx'
import { useMessages } from '../../lib/language.ts'
import { statisticsMessages } from './messages.ts'

export function Accuracy({ notes }: { notes: Report['coverage']['notes'] }) {
  const text = useMessages(statisticsMessages)
  if (notes.length === 0) return null
  return (
    <Notice kind="plain">
      <p className="font-medium text-ink">{text.accuracy}</p>
      <ul className="mt-1 list-disc pl-5">
        {notes.map((note) => (
          <li key={note}>{text.notes[note]}</li>
        ))}
      </ul>
    </Notice>
  )
}
