// Saves a link's draft, after checking whether it was changed elsewhere: so that no one overwrites what they have not seen.

import type { CallOptions, Link } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { useState } from 'react'
import { showToast } from '../../../components/toast-queue.ts'
import { ApiError, client } from '../../../lib/client.ts'
import type { Draft } from '../../../lib/draft.ts'
import { changedElsewhere } from '../../../lib/draft-state.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { refreshMe } from '../../../lib/session.ts'
import { undoToken, useUndoAction } from '../../history/undo.ts'
import { refreshLinks, updateCachedLinks } from '../queries.ts'
import type { Conflict } from './conflict-dialog.tsx'
import { fieldName, panelMessages } from './messages.ts'
import { bodyOf, type LinkValues, valuesOf } from './values.ts'

type Field = keyof LinkValues

export const linkKey = (id: string) => ['links', 'one', id] as const

/** Updates everything that shows the link. */
export function showLink(link: Link): void {
  queryClient.setQueryData(linkKey(link.id), { data: link })
  updateCachedLinks([link])
}

interface SaveLinkNeeds {
  id: string
  draft: Draft<LinkValues>
  defaultHost: string
}

/** How a conflict was resolved: against which state of the link, and which fields keep the values from there. */
interface Resolution {
  state: LinkValues
  theirs: Field[]
}

export function useSaveLink({ id, draft, defaultHost }: SaveLinkNeeds) {
  const language = useLanguage()
  const notifySaved = useSavedNotice()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)

  async function save(resolution?: Resolution): Promise<void> {
    if (busy) return
    setBusy(true)
    setFailure('')
    setErrors({})
    try {
      const changes = unresolvedChanges(draft.changes, resolution)
      const { data: current } = await client.links.get({ short: id })
      const theirs = valuesOf(current, defaultHost)
      const { elsewhere, conflicts } = changedElsewhere(theirs, resolution?.state ?? draft.base, changes)
      if (conflicts.length > 0) return setConflict({ theirs, fields: conflicts })
      setConflict(null)
      const undo = undoToken()
      const link = await update(current, changes, undo)
      showLink(link)
      draft.settle(valuesOf(link, defaultHost), draft.changes)
      const accepted = new Set([...elsewhere, ...(resolution?.theirs ?? [])])
      notifySaved(
        [...accepted].filter((field) => !(field in changes)),
        undo.token,
      )
      refreshMe()
      // Not awaited, because the form can't be saved again until this function ends.
      void refreshLinks()
    } catch (error) {
      // Errors are shown in the form, which the conflict dialog would cover.
      setConflict(null)
      setErrors(errorsByField(error, language))
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
    dismissConflict: () => setConflict(null),
    resolveConflict: (theirs: Field[]) => conflict && save({ state: conflict.theirs, theirs }),
  }
}

/** The changes, without the fields that keep the values from elsewhere. */
function unresolvedChanges(changes: Partial<LinkValues>, resolution?: Resolution): Partial<LinkValues> {
  return Object.fromEntries(
    Object.entries(changes).filter(([field]) => !resolution?.theirs.includes(field as Field)),
  )
}

async function update(link: Link, changes: Partial<LinkValues>, options: CallOptions): Promise<Link> {
  const body = bodyOf(changes)
  if (Object.keys(body).length === 0) return link
  return (await client.links.update({ short: link.id, ...body }, options)).data
}

function errorsByField(error: unknown, language: Language): Record<string, string> {
  const errors = fieldErrorsOf(error)
  if (error instanceof ApiError && (error.code === 'slug_taken' || error.code === 'slug_invalid'))
    errors.custom_slug = messageOf(error, language)
  return errors
}

/** Says that the link is saved, offers to undo that, and names the fields that were taken over from elsewhere. */
function useSavedNotice() {
  const text = useMessages(panelMessages)
  const undoAction = useUndoAction()
  return (accepted: Field[], token: string | undefined) => {
    const names = accepted.map((field) => fieldName(text, field))
    showToast({
      title: text.saved,
      action: undoAction(token),
      ...(names.length > 0 ? { description: text.taken(names.join(', ')) } : {}),
    })
  }
}
