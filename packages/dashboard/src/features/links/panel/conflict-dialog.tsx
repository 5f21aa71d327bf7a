// Asks which value to keep in each field that was changed both here and elsewhere.
import type { Language } from '@linnet/languages'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Segments } from '../../../components/segments.tsx'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { ruleLine } from '../../rules/sentences.ts'
import { fieldName, panelMessages } from './messages.ts'
import type { LinkValues } from './values.ts'

export interface Conflict {
  /** The link's current values. */
  theirs: LinkValues
  fields: (keyof LinkValues)[]
}

interface ConflictDialogProps {
  conflict: Conflict | null
  mine: LinkValues
  onClose(): void
  /** The fields that keep their current values. */
  onChosen(theirs: (keyof LinkValues)[]): void
}

export function ConflictDialog({ conflict, mine, onClose, onChosen }: ConflictDialogProps) {
  const text = useMessages(panelMessages)
  const language = useLanguage()
  const [theirs, setTheirs] = useState<ReadonlySet<keyof LinkValues>>(new Set())
  const fields = conflict?.fields ?? []
  return (
    <Dialog
      open={conflict !== null}
      onClose={onClose}
      title={text.conflict}
      description={text.conflictWhy}
      footer={
        <>
          <Button onClick={onClose}>{text.back}</Button>
          <Button variant="primary" onClick={() => onChosen(fields.filter((field) => theirs.has(field)))}>
            {text.saveChosen}
          </Button>
        </>
      }
    >
      <ul className="grid gap-5">
        {fields.map((field) => (
          <li key={field} className="grid gap-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-sm font-medium">{fieldName(text, field)}</span>
              <Segments
                label={fieldName(text, field)}
                value={theirs.has(field) ? 'theirs' : 'mine'}
                options={[
                  { value: 'mine', label: text.mine },
                  { value: 'theirs', label: text.theirs },
                ]}
                onChange={(chosen) => {
                  const next = new Set(theirs)
                  if (chosen === 'theirs') next.add(field)
                  else next.delete(field)
                  setTheirs(next)
                }}
              />
            </div>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
              <dt className="text-soft">{text.mine}</dt>
              <dd dir="auto" className="break-words whitespace-pre-line">
                {displayValue(mine[field], text, language)}
              </dd>
              <dt className="text-soft">{text.theirs}</dt>
              <dd dir="auto" className="break-words whitespace-pre-line">
                {displayValue(conflict?.theirs[field], text, language)}
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function displayValue(
  value: LinkValues[keyof LinkValues] | undefined,
  text: { yes: string; no: string; nothing: string },
  language: Language,
): string {
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (Array.isArray(value)) return value.map((rule) => ruleLine(rule, language)).join('\n') || text.nothing
  if (typeof value === 'object')
    return [value.title, value.description].filter(Boolean).join('\n') || text.nothing
  return value || text.nothing
}
