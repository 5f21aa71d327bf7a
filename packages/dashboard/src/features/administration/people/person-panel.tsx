// One person beside the list: their account, their rights, reports about their content, and blocking them.
import type { Person } from '@linnet/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { Ban } from '../../../components/icons.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { Badge } from '../../../components/page.tsx'
import { Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { Facts } from '../facts.tsx'
import { administrationMessages } from '../messages.ts'
import { personQuery, refresh } from '../queries.ts'
import { DecisionDialog } from '../reports/decision-dialog.tsx'
import { PersonBadges } from './people-list.tsx'
import { peopleMessages } from './people-messages.ts'
import { PersonReports } from './person-reports.tsx'
import { AdministratorSwitch, PlanField } from './person-rights.tsx'

interface PersonPanelProps {
  id: string
  onClose(): void
}

export function PersonPanel({ id, onClose }: PersonPanelProps) {
  const text = useMessages(peopleMessages)
  const person = useQuery(personQuery(id))
  return (
    <Dialog
      open
      onClose={onClose}
      position="side"
      title={person.data ? <span dir="auto">{person.data.name || person.data.email}</span> : text.person}
    >
      <Loaded query={person} heights={['h-40', 'h-16', 'h-16', 'h-32']} gap="gap-5">
        {(person) => <Details person={person} />}
      </Loaded>
    </Dialog>
  )
}

function Details({ person }: { person: Person }) {
  const text = useMessages(peopleMessages)
  const formats = useFormats()
  const { user } = useMe()
  const isOneself = user.id === person.id
  return (
    <div className="grid gap-6">
      <section className="grid gap-3">
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          <PersonBadges person={person} />
          {isOneself ? <Badge>{text.you}</Badge> : null}
        </div>
        <div className="flex min-w-0 items-center gap-1">
          <span dir="auto" className="min-w-0 truncate" title={person.email}>
            {person.email}
          </span>
          <CopyButton text={person.email} label={text.copyEmail} />
        </div>
        <Facts
          facts={[
            { name: text.joined, value: formats.moment(person.created_at) },
            {
              name: text.lastSeen,
              value: person.last_seen_at === null ? text.never : formats.moment(person.last_seen_at),
            },
            { name: text.links, value: formats.number(person.links) },
            { name: text.microsites, value: formats.number(person.microsites) },
          ]}
        />
      </section>
      <section className="grid gap-4">
        <h3 className="font-semibold">{text.change}</h3>
        <PlanField person={person} />
        <AdministratorSwitch person={person} isOneself={isOneself} />
        <Quarantine person={person} />
        <Block person={person} />
      </section>
      <section className="grid gap-3">
        <h3 className="font-semibold">{text.reportsOf}</h3>
        <PersonReports id={person.id} />
      </section>
    </div>
  )
}

/** For a new account: until when its visitors see a caution page, and how to end that. */
function Quarantine({ person }: { person: Person }) {
  const text = useMessages(peopleMessages)
  const formats = useFormats()
  const trust = useMutation({
    mutationFn: () => client.administration.trustPerson({ id: person.id }),
    onSuccess: () => showToast({ title: text.wasTrusted(person.name || person.email) }),
    onSettled: () => void refresh(),
  })
  if (person.quarantined_until === null) return null
  return (
    <div className="grid justify-items-start gap-3">
      <Notice kind="warn">{text.quarantined(formats.moment(person.quarantined_until))}</Notice>
      <Button busy={trust.isPending} onClick={() => trust.mutate()}>
        {text.trust}
      </Button>
      <FormFailure error={trust.error} />
    </div>
  )
}

function Block({ person }: { person: Person }) {
  const text = useMessages(peopleMessages)
  const shared = useMessages(administrationMessages)
  const formats = useFormats()
  const [isConfirming, setConfirming] = useState(false)
  const name = person.name || person.email
  const unblock = useMutation({
    mutationFn: () => client.administration.unblockPerson({ id: person.id }),
    onSuccess: () => showToast({ title: text.wasUnblocked(name) }),
    onSettled: () => void refresh(),
  })
  async function block(reason: string) {
    await client.administration.blockPerson({ id: person.id, reason })
    showToast({ title: text.wasBlocked(name) })
  }
  if (person.blocked_at !== null)
    return (
      <div className="grid justify-items-start gap-3">
        <Notice kind="bad">
          <p className="font-medium">{shared.blockedSince(formats.day(person.blocked_at))}</p>
          <p dir="auto">{person.blocked_reason}</p>
        </Notice>
        <Button busy={unblock.isPending} onClick={() => unblock.mutate()}>
          {shared.unblock}
        </Button>
        <FormFailure error={unblock.error} />
      </div>
    )
  if (person.administrator) return <p className="text-sm text-soft">{text.administratorNotBlocked}</p>
  return (
    <div>
      <Button variant="danger" icon={<Ban />} onClick={() => setConfirming(true)}>
        {text.block}
      </Button>
      {isConfirming ? (
        <DecisionDialog
          title={text.blockTitle(name)}
          text={text.blockText}
          action={text.block}
          danger
          reason=""
          onDecide={({ reason }) => block(reason)}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </div>
  )
}
