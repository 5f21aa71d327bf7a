// A button that checks one link now, and waits for the result.
import type { LinkHealth } from '@linnet/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Activity } from '../../../components/icons.ts'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { refreshLinks } from '../queries.ts'
import { healthMessages } from './messages.ts'
import { healthKey } from './queries.ts'

const pollMilliseconds = 1000
// The server starts checks every five seconds, and the longest take 45.
const mostPolls = 60

export function CheckNow({ id, health }: { id: string; health: LinkHealth }) {
  const text = useMessages(healthMessages)
  const language = useLanguage()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function check(): Promise<void> {
    setBusy(true)
    try {
      await client.linkHealth.check({ short: id })
      for (let polls = 0; polls < mostPolls && isShown.current; polls++) {
        await new Promise((over) => setTimeout(over, pollMilliseconds))
        const found = await client.linkHealth.get({ short: id })
        if (found.data.checked_at === health.checked_at) continue
        queries.setQueryData(healthKey(id), found.data)
        break
      }
      await refreshLinks()
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button size="small" icon={<Activity />} busy={busy} onClick={() => void check()}>
      {busy ? text.checking : text.check}
    </Button>
  )
}
