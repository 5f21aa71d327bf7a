// The applications with access to the account, what they may do, and revoking it.

import type { ConnectedApp } from '@linnet/contract'
import { messagesFor } from '@linnet/languages'
import { connectedApps } from '@linnet/languages/en/account/apps'
import { scopeSentences } from '@linnet/languages/en/scopes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, buttonClasses } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { AppWindow } from '../../components/icons.ts'
import { Loaded } from '../../components/loaded.tsx'
import { Card } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { client, clientIn } from '../../lib/client.ts'
import { useFormats } from '../../lib/formats.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { queryClient } from '../../lib/queries.ts'
import { useMe } from '../../lib/session.ts'
import { addressIn } from '../../lib/workspace/change.ts'
import { workspacesQuery } from '../../lib/workspace/list.ts'
import { historyMessages } from '../history/messages.ts'
import { Row, Rows } from './lists.tsx'
import { useSharedMessages } from './messages.ts'

const scopeSentencesIn = messagesFor('scopeSentences', scopeSentences)

const messages = messagesFor('connectedApps', connectedApps)

export function AppsSection() {
  const text = useMessages(messages)
  const { apps: shared } = useSharedMessages()
  const { name } = useMe().user.workspace
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
  const isOthers = ({ person }: ConnectedApp) => !person.you
  return (
    <>
      <Card title={shared.title} description={shared.text}>
        <Loaded query={query}>{(apps) => <AppRows apps={apps.filter((app) => !isOthers(app))} />}</Loaded>
      </Card>
      {query.data?.some(isOthers) ? (
        <Card title={text.membersTitle} description={text.membersText(name)}>
          <AppRows apps={query.data.filter(isOthers)} />
        </Card>
      ) : null}
    </>
  )
}

function AppRows({ apps }: { apps: ConnectedApp[] }) {
  const { apps: shared } = useSharedMessages()
  if (apps.length === 0) return <p className="text-sm text-soft">{shared.none}</p>
  return (
    <Rows>
      {apps.map((app) => (
        <AppRow key={`${app.workspace.id} ${app.person.id} ${app.client_id}`} app={app} />
      ))}
    </Rows>
  )
}

function AppRow({ app }: { app: ConnectedApp }) {
  const text = useMessages(messages)
  const { apps: shared, success } = useSharedMessages()
  const { changes } = useMessages(historyMessages)
  const language = useLanguage()
  const formats = useFormats()
  const [isConfirming, setConfirming] = useState(false)
  const { data: workspaces } = useQuery(workspacesQuery)
  const person = app.person.name ? `${app.person.name} (${app.person.email})` : app.person.email
  const isPersonal = workspaces?.find(({ id }) => id === app.workspace.id)?.personal
  const place = isPersonal ? text.personal : text.workspace(app.workspace.name)
  async function revoke() {
    const owner = app.person.you ? {} : { person: app.person.id }
    await clientIn(app.workspace.id).oauth.revokeApp({ clientId: app.client_id, ...owner })
    showToast({ title: success['app-revoked'], description: app.name })
    await queryClient.invalidateQueries({ queryKey: ['account'] })
  }
  return (
    <Row
      icon={<AppWindow />}
      title={app.name}
      actions={
        <>
          <a
            href={addressIn(
              isPersonal ? null : app.workspace.id,
              `/changes?by=${encodeURIComponent(app.client_id)}`,
            )}
            aria-label={changes.ofNamed(app.name)}
            className={buttonClasses('plain', 'small')}
          >
            {changes.ofThis}
          </a>
          <Button
            size="small"
            variant="danger"
            aria-label={text.revokeOf(app.name)}
            onClick={() => setConfirming(true)}
          >
            {shared.revoke}
          </Button>
        </>
      }
    >
      <p>
        {shared.since(formats.day(app.authorized_at))}{' '}
        {app.last_used_at === null ? shared.neverUsed : shared.used(formats.ago(app.last_used_at))}
      </p>
      <p dir="auto">{app.person.you ? place : text.of(person)}</p>
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
