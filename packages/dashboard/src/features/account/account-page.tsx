// The account in sections, each with its own URL: profile, security, applications and more.
import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Icon } from '../../components/icon.ts'
import {
  AppWindow,
  ArchiveRestore,
  CircleUser,
  History,
  MonitorSmartphone,
  ShieldCheck,
} from '../../components/icons.ts'
import { Page } from '../../components/page.tsx'
import { Sections } from '../../components/sections.tsx'
import { useMessages } from '../../lib/language.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { ActivitySection } from './activity.tsx'
import { AppsSection } from './apps.tsx'
import { DataSection } from './data.tsx'
import { accountMessages } from './messages.ts'
import { ProfileSection } from './profile.tsx'
import { SecuritySection } from './security/security.tsx'
import { SessionsSection } from './security/sessions.tsx'

const sections = {
  profile: { icon: CircleUser, content: ProfileSection },
  security: { icon: ShieldCheck, content: SecuritySection },
  sessions: { icon: MonitorSmartphone, content: SessionsSection },
  apps: { icon: AppWindow, content: AppsSection },
  activity: { icon: History, content: ActivitySection },
  data: { icon: ArchiveRestore, content: DataSection },
} satisfies Record<string, { icon: Icon; content: ComponentType }>

type Section = keyof typeof sections
const isSection = (name: string): name is Section => Object.hasOwn(sections, name)

export function AccountPage() {
  const text = useMessages(accountMessages)
  const { section = 'profile' } = useParams({ strict: false }) as { section?: string }
  if (!isSection(section)) return <NotFound />
  const { content: Content } = sections[section]
  return (
    <Page title={section === 'profile' ? text.title : `${text.title}: ${text[section]}`}>
      <Sections
        label={text.sections}
        sections={Object.entries(sections).map(([name, { icon: Icon }]) => ({
          key: name,
          label: text[name as Section],
          icon: <Icon />,
          isOpen: name === section,
          to: '/account/{-$section}',
          params: { section: name === 'profile' ? undefined : name },
        }))}
      />
      <div className="grid min-w-0 gap-5">
        <Content key={section} />
      </div>
    </Page>
  )
}
