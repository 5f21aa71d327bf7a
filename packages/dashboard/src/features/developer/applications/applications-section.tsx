// The account's OAuth applications, their scopes, and the endpoints that they need.
import type { Application } from '@linnet/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyField } from '../../../components/copy-field.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { AppWindow, KeyRound, Pencil, Terminal, Trash2 } from '../../../components/icons.ts'
import { Menu } from '../../../components/menu.tsx'
import { Badge, Card } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { useAddresses } from '../addresses.ts'
import { OwnedList } from '../owned-list.tsx'
import { ScopeBadges } from '../scope-badges.tsx'
import { EditDialog, RegisterDialog, RotateDialog, UseDialog } from './application-dialogs.tsx'
import { applicationMessages } from './application-messages.ts'
import { applicationsQuery } from './application-queries.ts'

export function ApplicationsSection() {
  const text = useMessages(applicationMessages)
  const [isRegistering, setRegistering] = useState(false)
  const applications = useQuery(applicationsQuery)
  return (
    <OwnedList
      query={applications}
      messages={text}
      icon={<AppWindow />}
      onCreate={() => setRegistering(true)}
      row={(application) => <ApplicationRow key={application.client_id} application={application} />}
    >
      <ServerAddresses />
      {isRegistering ? <RegisterDialog onClose={() => setRegistering(false)} /> : null}
    </OwnedList>
  )
}

function ServerAddresses() {
  const text = useMessages(applicationMessages)
  const { issuer } = useAddresses()
  const addresses = [
    [text.authorize, `${issuer}/oauth/authorize`],
    [text.token, `${issuer}/oauth/token`],
    [text.metadata, `${issuer}/.well-known/oauth-authorization-server`],
  ] as const
  return (
    <Card title={text.addresses}>
      {addresses.map(([name, address]) => (
        <CopyField key={name} label={name} value={address} copyLabel={text.copyAddress(name)} />
      ))}
    </Card>
  )
}

type OpenDialog = 'use' | 'edit' | 'rotate' | 'remove' | null

function ApplicationRow({ application }: { application: Application }) {
  const text = useMessages(applicationMessages)
  const { day, moment } = useFormats()
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const close = () => setOpenDialog(null)
  const { name, client_id, type, scopes, secrets, redirect_uris, created_at } = application
  const isConfidential = type === 'confidential'
  return (
    <li className="flex items-start gap-3 p-4 sm:px-5">
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span dir="auto" className="font-medium">
            {name}
          </span>
          <Badge variant={isConfidential ? 'plain' : 'accent'}>
            {isConfidential ? text.isConfidential : text.isPublic}
          </Badge>
        </p>
        <code className="truncate font-mono text-xs text-soft">{client_id}</code>
        <ul className="text-sm">
          {redirect_uris.map((address) => (
            <li key={address} className="truncate" title={address}>
              {address}
            </li>
          ))}
        </ul>
        <ScopeBadges scopes={scopes} />
        <p className="text-sm text-soft">
          {[
            text.createdAt(day(created_at)),
            ...secrets.map(({ hint, expires_at }) =>
              expires_at === null ? text.secretHint(hint) : text.secretUntil(hint, moment(expires_at)),
            ),
          ].join(' · ')}
        </p>
      </div>
      <Menu
        label={text.menu(name)}
        actions={[
          { label: text.details, icon: <Terminal />, onSelect: () => setOpenDialog('use') },
          { label: text.edit, icon: <Pencil />, onSelect: () => setOpenDialog('edit') },
          ...(isConfidential
            ? [{ label: text.rotate, icon: <KeyRound />, onSelect: () => setOpenDialog('rotate') }]
            : []),
          null,
          { label: text.remove, icon: <Trash2 />, danger: true, onSelect: () => setOpenDialog('remove') },
        ]}
      />
      {openDialog === 'use' ? <UseDialog application={application} onClose={close} /> : null}
      {openDialog === 'edit' ? <EditDialog application={application} onClose={close} /> : null}
      {openDialog === 'rotate' ? <RotateDialog application={application} onClose={close} /> : null}
      <Deletion application={application} isOpen={openDialog === 'remove'} onClose={close} />
    </li>
  )
}

interface DeletionProps {
  application: Application
  isOpen: boolean
  onClose(): void
}

function Deletion({ application: { client_id, name }, isOpen, onClose }: DeletionProps) {
  const text = useMessages(applicationMessages)
  const queries = useQueryClient()

  async function remove() {
    await client.applications.remove({ clientId: client_id })
    showToast({ title: text.removed(name) })
    await queries.invalidateQueries({ queryKey: applicationsQuery.queryKey })
  }

  return (
    <Confirm
      open={isOpen}
      onClose={onClose}
      title={text.removeTitle(name)}
      action={text.remove}
      danger
      onConfirm={remove}
    >
      <p>{text.removeText}</p>
    </Confirm>
  )
}
