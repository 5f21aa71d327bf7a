// The applications with access to the account, what they may do, and revoking it.

import type { ConnectedApp } from '@linnet/contract'
import { messagesFor } from '@linnet/languages'
import { connectedApps } from '@linnet/languages/en/account/apps'
import { scopeSentences } from '@linnet/languages/en/scopes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { AppWindow } from '../../components/icons.ts'
import { Loaded } from '../../components/loaded.tsx'
import { Card } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { client } from '../../lib/client.ts'
import { messageOf } from '../../lib/failures.ts'
import { useFormats } from '../../lib/formats.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { queryClient } from '../../lib/queries.ts'
import { Row, Rows } from './lists.tsx'
import { useSharedMessages } from './messages.ts'

const scopeSentencesIn = messagesFor('scopeSentences', scopeSentences)

const messages = messagesFor('connectedApps', connectedApps)

export function AppsSection() {
  const text = useMessages(messages)
  const { apps: shared } = useSharedMessages()
  const query = useQuery({
    queryKey: ['account', 'apps'],
    queryFn: async ({ signal }) => (await client.oauth.connectedApps({}, { signal })).data,
  })
  if (query.data?.length === 0)
    return (
      <Empty icon={<AppWindow />} title={shared.none}>
        {text.how}
      </Empty>
    )
  return (
    <Card title={shared.title} description={shared.text}>
      <Loaded query={query}>
        {(apps) => (
          <Rows>
            {apps.map((app) => (
              <AppRow key={app.client_id} app={app} />
            ))}
          </Rows>
        )}
      </Loaded>
    </Card>
  )
}

function AppRow({ app }: { app: ConnectedApp }) {
  const text = useMessages(messages)
  const { apps: shared, success } = useSharedMessages()
  const language = useLanguage()
  const formats = useFormats()
  const [isConfirming, setConfirming] = useState(false)
  async function revoke() {
    try {
      await client.oauth.revokeApp({ clientId: app.client_id })
      showToast({ title: success['app-revoked'], description: app.name })
      await queryClient.invalidateQueries({ queryKey: ['account'] })
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
      throw error
    }
  }
  return (
    <Row
      icon={<AppWindow />}
      title={app.name}
      actions={
        <Button
          size="small"
          variant="danger"
          aria-label={text.revokeOf(app.name)}
          onClick={() => setConfirming(true)}
        >
          {shared.revoke}
        </Button>
      }
    >
      <p>
        {shared.since(formats.day(app.authorized_at))}{' '}
        {app.last_used_at === null ? shared.neverUsed : shared.used(formats.ago(app.last_used_at))}
      </p>
      <p className="mt-1.5">{text.can}</p>
      <ul className="list-disc pl-5">
        {app.scopes.map((scope) => (
          <li key={scope}>{scopeSentencesIn(language)[scope]}</li>
        ))}
      </ul>
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={text.confirmTitle(app.name)}
        action={shared.revoke}
        danger
        onConfirm={revoke}
      >
        <p>{text.after}</p>
      </Confirm>
    </Row>
  )
}
