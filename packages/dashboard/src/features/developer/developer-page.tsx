// The developer page in sections, each with its own URL: keys, webhooks, applications, agents and the reference.
import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Icon } from '../../components/icon.ts'
import { AppWindow, BookOpen, Bot, KeyRound, Webhook } from '../../components/icons.ts'
import { Page } from '../../components/page.tsx'
import { Sections } from '../../components/sections.tsx'
import { useMessages } from '../../lib/language.ts'
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

const sections: { name: SectionName; icon: Icon; content: ComponentType }[] = [
  { name: 'keys', icon: KeyRound, content: KeysSection },
  { name: 'webhooks', icon: Webhook, content: WebhooksSection },
  { name: 'applications', icon: AppWindow, content: ApplicationsSection },
  { name: 'agents', icon: Bot, content: AgentsSection },
  { name: 'reference', icon: BookOpen, content: ReferenceSection },
]

export function DeveloperPage() {
  const text = useMessages(developerMessages)
  const { developer } = useMessages(navigationMessages)
  const { section = 'keys', item } = useParams({ from: '/developer/{-$section}/{-$item}' })
  const open = sections.find(({ name }) => name === section)
  if (!open || (item !== undefined && section !== 'webhooks')) return <NotFound />
  return (
    <Page title={developer} description={text.description}>
      <Sections
        label={text.sections}
        sections={sections.map(({ name, icon: Icon }) => ({
          key: name,
          to: '/developer/{-$section}/{-$item}',
          params: { section: name === 'keys' ? undefined : name, item: undefined },
          label: text[name],
          icon: <Icon />,
          isOpen: name === section,
        }))}
      />
      {item === undefined ? <open.content /> : <WebhookPage key={item} id={item} />}
    </Page>
  )
}
