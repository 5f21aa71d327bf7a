// The sessions of the account, and ending them.

import type { Session } from '@linnet/contract'
import { messagesFor } from '@linnet/languages'
import { sessions } from '@linnet/languages/en/account/sessions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { Monitor, Smartphone } from '../../../components/icons.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { Badge, Card } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { ownClient } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { agentIn, isHandheld } from '../agents.ts'
import { Row, Rows } from '../lists.tsx'
import { useSharedMessages } from '../messages.ts'

const messages = messagesFor('sessions', sessions)

const queryKey = ['account', 'sessions']

export function SessionsSection() {
  const text = useMessages(messages)
  const { sessions: shared, success } = useSharedMessages()
  const [asksForOthers, setAsksForOthers] = useState(false)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await ownClient.sessions.list({}, { signal })).data,
  })
  async function endOthers() {
    await ownClient.sessions.endOthers()
    showToast({ title: success['sessions-ended'] })
    await queryClient.invalidateQueries({ queryKey: ['account'] })
  }
  const others = query.data?.filter(({ current }) => !current) ?? []
  return (
    <Card
      title={shared.title}
      description={shared.text}
      actions={
        others.length > 0 ? (
          <Button size="small" onClick={() => setAsksForOthers(true)}>
            {shared.endOthers}
          </Button>
        ) : null
      }
    >
      <Loaded query={query}>
        {(sessions) => (
          <>
            <Rows>
              {sessions
                .toSorted((one, other) => Number(other.current) - Number(one.current))
                .map((session) => (
                  <SessionRow key={session.id} session={session} />
                ))}
            </Rows>
            {sessions.length === 1 ? <p className="text-sm text-soft">{text.none}</p> : null}
          </>
        )}
      </Loaded>
      <Confirm
        open={asksForOthers}
        onClose={() => setAsksForOthers(false)}
        title={text.othersTitle}
        action={shared.endOthers}
        onConfirm={endOthers}
      >
        <p>{text.others}</p>
      </Confirm>
    </Card>
  )
}

function SessionRow({ session }: { session: Session }) {
  const text = useMessages(messages)
  const { sessions: shared, success } = useSharedMessages()
  const language = useLanguage()
  const formats = useFormats()
  const [busy, setBusy] = useState(false)
  const agent = agentIn(language, session.user_agent)
  async function end() {
    setBusy(true)
    try {
      await ownClient.sessions.end({ id: session.id })
      showToast({ title: success['session-ended'], description: agent })
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
    } finally {
      setBusy(false)
      await queryClient.invalidateQueries({ queryKey: ['account'] })
    }
  }
  return (
    <Row
      icon={isHandheld(session.user_agent) ? <Smartphone /> : <Monitor />}
      title={agent}
      badge={session.current ? <Badge variant="good">{shared.current}</Badge> : null}
      actions={
        session.current ? null : (
          <Button
            size="small"
            variant="danger"
            busy={busy}
            aria-label={text.end(agent)}
            onClick={() => void end()}
          >
            {shared.end}
          </Button>
        )
      }
    >
      {session.address} · {shared.since(formats.ago(session.created_at))} ·{' '}
      {session.current ? shared.seenNow : shared.seen(formats.ago(session.last_seen_at))}
    </Row>
  )
}
