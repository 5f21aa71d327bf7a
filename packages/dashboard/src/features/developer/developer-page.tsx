// The developer page in sections, each with its own URL: keys, webhooks, applications, agents and the reference.
import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { RoleNeeded } from '../../components/allowed.tsx'
import type { Icon } from '../../components/icon.ts'
import { AppWindow, BookOpen, Bot, KeyRound, Webhook } from '../../components/icons.ts'
import { Page } from '../../components/page.tsx'
import { Sections } from '../../components/sections.tsx'
import { useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { mayUse, type OperationName } from '../../lib/workspace/needed-roles.ts'
import { navigationMessages } from '../../shell/navigation.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { AgentsSection } from './agents/agents-section.tsx'
import { ApplicationsSection } from './applications/applications-section.tsx'
import { KeysSection } from './keys/keys-section.tsx'
import { developerMessages } from './messages.ts'
import { ReferenceSection } from './reference-section.tsx'
import { WebhookPage } from './webhooks/webhook-page.tsx'
import { WebhooksSection } from './webhooks/webhooks-section.tsx'

type SectionName = 'keys' | 'webhooks' | 'applications' | 'agents' | 'reference'

interface Section {
  name: SectionName
  icon: Icon
  content: ComponentType
  /** What it is for, if not every role may do it. */
  needs?: OperationName
}

const sections: Section[] = [
  { name: 'keys', icon: KeyRound, content: KeysSection, needs: 'accounts.listKeys' },
  { name: 'webhooks', icon: Webhook, content: WebhooksSection, needs: 'webhooks.list' },
  { name: 'applications', icon: AppWindow, content: ApplicationsSection, needs: 'applications.list' },
  { name: 'agents', icon: Bot, content: AgentsSection },
  { name: 'reference', icon: BookOpen, content: ReferenceSection },
]

export function DeveloperPage() {
  const text = useMessages(developerMessages)
  const { developer } = useMessages(navigationMessages)
  const { role } = useMe().user.workspace
  const mayOpen = ({ needs }: Section) => needs === undefined || mayUse(role, needs)
  const shown = sections.filter(mayOpen)
  const { section = shown[0]?.name, item } = useParams({ from: '/developer/{-$section}/{-$item}' })
  const open = sections.find(({ name }) => name === section)
  if (!open || (item !== undefined && section !== 'webhooks')) return <NotFound />
  return (
    <Page title={developer} description={text.description}>
      <Sections
        label={text.sections}
        sections={shown.map(({ name, icon: Icon }) => ({
          key: name,
          to: '/developer/{-$section}/{-$item}',
          params: { section: name === shown[0]?.name ? undefined : name, item: undefined },
          label: text[name],
          icon: <Icon />,
          isOpen: name === section,
        }))}
      />
      {mayOpen(open) ? (
        item === undefined ? (
          <open.content />
        ) : (
          <WebhookPage key={item} id={item} />
        )
      ) : (
        <RoleNeeded to={open.needs ?? 'me.get'} />
      )}
    </Page>
  )
}
