// Shows whether everything is saved, or why not.

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
  const problem = problemOf(all)
  return (
    <span role="status" className="flex items-center gap-1.5">
      {problem ? (
        <>
          <CircleAlert className="size-4 shrink-0 text-warn" />
          <span className="text-warn">{`${text.notSaved}: ${problem}`}</span>
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

  function problemOf(list: Edit[]): string | null {
    const has = (state: Edit['state']) => list.find((edit) => edit.state === state)
    if (has('conflict')) return text.conflict
    if (has('deleted')) return text.gone
    if (has('invalid')) return text.fixFields
    const failed = has('failed')
    return failed ? messageOf(failed.failure, language) : null
  }
}
