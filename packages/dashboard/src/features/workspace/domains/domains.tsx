// Custom domains: adding one, verifying it by its DNS records, and removing it.
import type { Domain } from '@linnet/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { Field, TextInput } from '../../../components/field.tsx'
import { Globe, Plus } from '../../../components/icons.ts'
import { Loaded, MoreButton } from '../../../components/loaded.tsx'
import { Badge, Card } from '../../../components/page.tsx'
import { Empty, Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { refreshMe, useMe } from '../../../lib/session.ts'
import { domainMessages } from './domain-messages.ts'
import { DomainRecordsTable } from './domain-records.tsx'
import { DomainSettingsForm } from './domain-settings.tsx'

const queryKey = ['account', 'domains']

/** Also reloads the session, which lists the domains that links may use. */
function refresh(): void {
  void queryClient.invalidateQueries({ queryKey })
  refreshMe()
}

export function DomainsSection() {
  const text = useMessages(domainMessages)
  const { administrator } = useMe()
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) => client.domains.list({ after }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  return (
    <>
      <AddDomain />
      <Loaded query={query} heights={['h-16']}>
        {({ pages }) => {
          const domains = pages.flatMap(({ data }) => data)
          return domains.length === 0 ? (
            <Empty icon={<Globe />} title={text.none}>
              {text.why}
            </Empty>
          ) : (
            domains.map((domain) => <DomainCard key={domain.id} domain={domain} />)
          )
        }}
      </Loaded>
      <MoreButton query={query}>{text.showMore}</MoreButton>
      {administrator ? <DefaultDomain /> : null}
    </>
  )
}

/** The settings of the default domain, for administrators. */
function DefaultDomain() {
  const text = useMessages(domainMessages)
  const { short_origin } = useMe()
  const [isOpen, setIsOpen] = useState(false)
  const { host } = new URL(short_origin)
  return (
    <Card title={<span translate="no">{text.defaultTitle(host)}</span>} description={text.defaultText}>
      {isOpen ? <DomainSettingsForm id="default" /> : null}
      <SettingsButton domain={host} isOpen={isOpen} onOpen={setIsOpen} />
    </Card>
  )
}

interface SettingsButtonProps {
  domain: string
  isOpen: boolean
  onOpen(isOpen: boolean): void
}

function SettingsButton({ domain, isOpen, onOpen }: SettingsButtonProps) {
  const text = useMessages(domainMessages)
  const label = isOpen ? text.hideSettings : text.settings
  return (
    <Button
      aria-expanded={isOpen}
      aria-label={`${label}: ${domain}`}
      className="justify-self-start"
      onClick={() => onOpen(!isOpen)}
    >
      {label}
    </Button>
  )
}

function AddDomain() {
  const text = useMessages(domainMessages)
  const language = useLanguage()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: () => client.domains.add({ domain: name.trim() }),
    onSuccess({ data }) {
      setName('')
      showToast({ title: text.added(data.domain), description: text.addedNext })
      refresh()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() !== '') add.mutate()
  }
  const error = add.error ? (fieldErrorsOf(add.error).domain ?? messageOf(add.error, language)) : undefined
  return (
    <Card title={text.addTitle} description={text.addText}>
      <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
        <Field label={text.domain} error={error} className="min-w-0 flex-1 basis-64">
          {(control) => (
            <TextInput
              {...control}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              translate="no"
              placeholder="go.example.com"
              maxLength={253}
              value={name}
              onChange={(event) => {
                setName(event.target.value)
                add.reset()
              }}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={add.isPending} icon={<Plus />} className="sm:mt-6.5">
          {text.add}
        </Button>
      </form>
    </Card>
  )
}

/** The last responses of the name servers. */
type CheckedRecords = Awaited<ReturnType<typeof checkRecords>>

async function checkRecords({ id, verified, unproved_at }: Domain) {
  const { data: records } = await client.domains.records({ id })
  if (records.proof.right && (!verified || unproved_at !== null)) await client.domains.verify({ id })
  return records
}

function DomainCard({ domain }: { domain: Domain }) {
  const text = useMessages(domainMessages)
  const language = useLanguage()
  const formats = useFormats()
  const isUnproved = domain.unproved_at !== null
  const [isOpen, setIsOpen] = useState(!domain.verified)
  const [hasSettings, setHasSettings] = useState(false)
  const [records, setRecords] = useState<CheckedRecords>()
  const check = useMutation({
    mutationFn: () => checkRecords(domain),
    onSuccess(checked) {
      setRecords(checked)
      setIsOpen(true)
      refresh()
    },
  })
  return (
    <Card
      title={<span translate="no">{domain.domain}</span>}
      description={
        domain.verified_at === null
          ? text.claimed(formats.day(domain.created_at))
          : text.verifiedAt(formats.day(domain.verified_at))
      }
      actions={
        <Badge variant={domain.verified && !isUnproved ? 'good' : 'warn'}>
          {isUnproved ? text.unproved : domain.verified ? text.verified : text.waiting}
        </Badge>
      }
    >
      {isUnproved ? <Notice kind="warn">{text.unprovedWhy}</Notice> : null}
      {isOpen ? <DomainRecordsTable domain={domain} checked={records} /> : null}
      {check.error ? (
        <Notice kind="bad">{fieldErrorsOf(check.error).domain ?? messageOf(check.error, language)}</Notice>
      ) : records ? (
        <Outcome domain={domain} records={records} />
      ) : null}
      <DomainActions
        domain={domain}
        isChecking={check.isPending}
        onCheck={() => check.mutate()}
        isOpen={isOpen}
        onOpen={setIsOpen}
        hasSettings={hasSettings}
        onSettings={setHasSettings}
      />
      {hasSettings ? <DomainSettingsForm id={domain.id} /> : null}
    </Card>
  )
}

interface DomainActionsProps {
  domain: Domain
  isChecking: boolean
  onCheck(): void
  /** Whether its records are shown. */
  isOpen: boolean
  onOpen(isOpen: boolean): void
  /** Whether its settings are shown. */
  hasSettings: boolean
  onSettings(isOpen: boolean): void
}

function DomainActions(props: DomainActionsProps) {
  const { domain, isChecking, onCheck, isOpen, onOpen, hasSettings, onSettings } = props
  const text = useMessages(domainMessages)
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          variant={domain.verified ? 'plain' : 'primary'}
          busy={isChecking}
          aria-label={`${text.check}: ${domain.domain}`}
          onClick={onCheck}
        >
          {text.check}
        </Button>
        <Button
          aria-expanded={isOpen}
          aria-label={`${isOpen ? text.hide : text.show}: ${domain.domain}`}
          onClick={() => onOpen(!isOpen)}
        >
          {isOpen ? text.hide : text.show}
        </Button>
        <SettingsButton domain={domain.domain} isOpen={hasSettings} onOpen={onSettings} />
        <Button
          variant="danger"
          className="sm:ml-auto"
          aria-label={`${text.remove}: ${domain.domain}`}
          onClick={() => setRemoving(true)}
        >
          {text.remove}
        </Button>
      </div>
      <RemoveDomain open={isRemoving} domain={domain} onClose={() => setRemoving(false)} />
    </>
  )
}

function Outcome({ domain, records }: { domain: Domain; records: CheckedRecords }) {
  const text = useMessages(domainMessages)
  if (!records.proof.right && !domain.verified) return <Notice kind="warn">{text.notYet}</Notice>
  if (!records.address.leads_here) return <Notice kind="warn">{text.provedNotLeading}</Notice>
  return <Notice kind="good">{text.allGood}</Notice>
}

function RemoveDomain({ open, domain, onClose }: { open: boolean; domain: Domain; onClose(): void }) {
  const text = useMessages(domainMessages)
  async function remove() {
    await client.domains.remove({ id: domain.id })
    showToast({ title: text.removed(domain.domain) })
    refresh()
  }
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={text.removeTitle(domain.domain)}
      action={text.remove}
      danger
      onConfirm={remove}
      failureText={(failure) => fieldErrorsOf(failure).domain}
    >
      <p>{text.removeText}</p>
    </Confirm>
  )
}
