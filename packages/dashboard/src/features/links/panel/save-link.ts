// Saves a link's draft: first looks whether somebody else has saved meanwhile, so that nobody overwrites what they have not seen.
import type { Link } from '@linnet/contract'
import { useState } from 'react'
import { showToast } from '../../../components/toast-queue.ts'
import { ApiError, client } from '../../../lib/client.ts'
import type { Draft } from '../../../lib/draft.ts'
import { changedElsewhere } from '../../../lib/draft-state.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { refreshMe } from '../../../lib/session.ts'
import { refreshLinks, updateCachedLinks } from '../queries.ts'
import type { Conflict } from './conflict-dialog.tsx'
import { fieldNames, panelMessages } from './messages.ts'
import { bodyOf, type LinkValues, valuesOf } from './values.ts'

type Field = keyof LinkValues

export const linkKey = (id: string) => ['links', 'one', id] as const

/** Takes what the server says of a link into everything that shows it. */
export function showLink(link: Link): void {
  queryClient.setQueryData(linkKey(link.id), { data: link })
  updateCachedLinks([link])
}

export function useSaveLink(id: string, draft: Draft<LinkValues>, defaultHost: string) {
  const text = useMessages(panelMessages)
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)

  /** `settled` is the state in which conflicts have been decided, and `theirs` for whom. */
  async function save(settled?: { state: LinkValues; theirs: Field[] }): Promise<void> {
    if (busy) return
    setBusy(true)
    setFailure('')
    setErrors({})
    try {
      const { data: now } = await client.links.get({ short: id })
      const there = valuesOf(now, defaultHost)
      const changes = Object.fromEntries(
        Object.entries(draft.changes).filter(([field]) => !settled?.theirs.includes(field as Field)),
      ) as Partial<LinkValues>
      const since = settled?.state ?? draft.base
      const { elsewhere, conflicts } = changedElsewhere(there, since, changes)
      if (conflicts.length > 0) return setConflict({ theirs: there, fields: conflicts })
      setConflict(null)
      const body = bodyOf(changes)
      const { data: link } =
        Object.keys(body).length > 0 ? await client.links.update({ short: id, ...body }) : { data: now }
      showLink(link)
      draft.settle(valuesOf(link, defaultHost), draft.changes)
      const taken = [...new Set([...elsewhere, ...(settled?.theirs ?? [])])]
        .filter((field) => !(field in changes))
        .map((field) => text[fieldNames[field]])
      showToast({
        title: text.saved,
        ...(taken.length > 0 ? { description: text.taken(taken.join(', ')) } : {}),
      })
      refreshMe()
      await refreshLinks()
    } catch (error) {
      // What is wrong is told in the form, which the question of what is to stay would cover.
      setConflict(null)
      const byField = fieldErrorsOf(error)
      if (error instanceof ApiError && (error.code === 'slug_taken' || error.code === 'slug_invalid'))
        byField.custom_slug = messageOf(error, language)
      setErrors(byField)
      setFailure(messageOf(error, language))
    } finally {
      setBusy(false)
    }
  }

  return {
    save: () => save(),
    busy,
    failure,
    errors,
    conflict,
    leaveConflict: () => setConflict(null),
    decide: (theirs: Field[]) => conflict && save({ state: conflict.theirs, theirs }),
  }
}
