// Publishes a microsite and changes its theme, and updates everything that shows it.
import type { Microsite } from '@linnet/contract'
import { useRef, useState } from 'react'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { micrositeMessages } from '../messages.ts'
import { micrositeKeys, nameInPaths } from '../queries.ts'

/** Shows a microsite as in the server's response. */
export function showMicrosite(microsite: Microsite): void {
  queryClient.setQueryData(micrositeKeys.one(nameInPaths(microsite)), microsite)
  void queryClient.invalidateQueries({ queryKey: micrositeKeys.list })
}

export function usePublishing(microsite: Microsite) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const [busy, setBusy] = useState(false)

  async function publish() {
    setBusy(true)
    try {
      showMicrosite((await client.microsites.publish({ slug: microsite.id })).data)
      showToast({ title: text.publishedNow, description: microsite.url })
    } catch (error) {
      showToast({ kind: 'bad', title: text.notSaved, description: messageOf(error, language) })
    } finally {
      setBusy(false)
    }
  }
  return { publish, busy }
}

/** Arrow keys choose every theme that they pass: one request is sent at a time, and the last theme stays. */
export function useThemeChange(microsite: Microsite): (theme: string) => Promise<void> {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const chosen = useRef(microsite.theme)
  const isSending = useRef(false)
  const slug = nameInPaths(microsite)

  return async (theme) => {
    queryClient.setQueryData(micrositeKeys.one(slug), { ...microsite, theme })
    chosen.current = theme
    if (isSending.current) return
    isSending.current = true
    try {
      let requested: string
      let changed: Microsite
      do {
        requested = chosen.current
        changed = (await client.microsites.update({ slug, theme: requested })).data
      } while (chosen.current !== requested)
      showMicrosite(changed)
    } catch (error) {
      queryClient.setQueryData(micrositeKeys.one(slug), microsite)
      showToast({ kind: 'bad', title: text.notSaved, description: messageOf(error, language) })
    } finally {
      isSending.current = false
    }
  }
}
