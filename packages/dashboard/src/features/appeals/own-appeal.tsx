// Beside blocked content: the owner's appeal and its decision, or the button for sending one.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { client } from '../../lib/client.ts'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { queryClient } from '../../lib/queries.ts'
import { useMay } from '../../lib/workspace/may.ts'
import { appealMessages } from './messages.ts'
import { StatementDialog } from './statement-dialog.tsx'

// The API refuses further appeals about the same content, so the form isn't offered then.
const mostAppeals = 3

const ownAppealsQuery = (id: string) =>
  queryOptions({
    queryKey: ['appeals', id],
    queryFn: async ({ signal }) => (await client.appeals.own({ id }, { signal })).data,
  })

export function OwnAppeal({ about, id }: { about: 'link' | 'microsite'; id: string }) {
  const text = useMessages(appealMessages)
  const formats = useFormats()
  const [isWriting, setWriting] = useState(false)
  const { data } = useQuery(ownAppealsQuery(id))
  const maySend = useMay('appeals.create')
  const [last] = data ?? []
  async function send(message: string) {
    await client.appeals.create({ about, id, message })
    showToast({ title: text.wasSent })
    await queryClient.invalidateQueries({ queryKey: ['appeals', id] })
  }
  if (!data) return null
  if (last && last.decided_at === null)
    return <p className="mt-2">{text.waiting(formats.moment(last.created_at))}</p>
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      {last?.outcome === 'upheld' && last.decided_at !== null ? (
        <p dir="auto">
          {text.upheld(formats.moment(last.decided_at))} {text.answered(last.answer ?? '')}
        </p>
      ) : null}
      {maySend && data.length < mostAppeals ? (
        <Button size="small" onClick={() => setWriting(true)}>
          {text.appeal}
        </Button>
      ) : null}
      {isWriting ? (
        <StatementDialog
          title={text.title}
          text={text.text}
          label={text.message}
          hint={text.messageHint}
          action={text.send}
          field="message"
          required
          onSend={send}
          onClose={() => setWriting(false)}
        />
      ) : null}
    </div>
  )
}
