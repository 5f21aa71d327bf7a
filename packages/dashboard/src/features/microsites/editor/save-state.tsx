// Whether everything is saved, said quietly and always at the same place.

import { Spinner } from '../../../components/button.tsx'
import { Check, CircleAlert } from '../../../components/icons.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { micrositeMessages } from '../messages.ts'
import type { Edit } from './edits.ts'

export function SaveState({ edits }: { edits: ReadonlyMap<string, Edit> }) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const all = [...edits.values()]
  const why = reason(all)
  return (
    <span role="status" className="flex items-center gap-1.5">
      {why ? (
        <>
          <CircleAlert className="size-4 shrink-0 text-warn" />
          <span className="text-warn">{`${text.notSaved}: ${why}`}</span>
        </>
      ) : all.length > 0 ? (
        <>
          <Spinner />
          {text.saving}
        </>
      ) : (
        <>
          <Check className="size-4 shrink-0 text-good" />
          {text.saved}
        </>
      )}
    </span>
  )

  function reason(list: Edit[]): string | null {
    const has = (state: Edit['state']) => list.find((edit) => edit.state === state)
    if (has('conflict')) return text.conflict
    if (has('gone')) return text.gone
    if (has('invalid')) return text.fixFields
    const failed = has('failed')
    return failed ? messageOf(failed.failure, language) : null
  }
}
