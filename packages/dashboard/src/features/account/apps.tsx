// The applications with access to the account, what they may do, and revoking it.

import type { ConnectedApp } from '@linnet/contract'
import { scopeSentences } from '@linnet/pages/scope-sentences'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { AppWindow } from '../../components/icons.ts'
import { Card } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { client } from '../../lib/client.ts'
import { messageOf } from '../../lib/failures.ts'
import { useFormats } from '../../lib/formats.ts'
import { defineMessages, useLanguage, useMessages } from '../../lib/language.ts'
import { queryClient } from '../../lib/queries.ts'
import { Loaded, Row, Rows } from './lists.tsx'
import { useSharedMessages } from './messages.ts'

const messages = defineMessages({
  en: {
    how: 'When you allow an application or an agent to use your account, it stands here, and you can take that back.',
    can: 'It can:',
    revokeOf: (name: string) => `Remove access: ${name}`,
    confirmTitle: (name: string) => `Remove the access of ${name}?`,
    after: 'It stops working for you at once. To use it again, you connect it again.',
  },
  id: {
    how: 'Bila Anda mengizinkan aplikasi atau agen memakai akun Anda, ia tercantum di sini dan izinnya dapat Anda cabut.',
    can: 'Aplikasi ini dapat:',
    revokeOf: (name: string) => `Cabut akses: ${name}`,
    confirmTitle: (name: string) => `Cabut akses ${name}?`,
    after: 'Aplikasi ini langsung berhenti bekerja untuk Anda. Untuk memakainya lagi, hubungkan kembali.',
  },
})

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
          <li key={scope}>{scopeSentences[language][scope]}</li>
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
