// The workspace's settings in sections, each with its own URL: members, plan, domains, audit log and the workspace itself.
import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Allowed } from '../../components/allowed.tsx'
import type { Icon } from '../../components/icon.ts'
import { Gauge, Globe, History, Users, Wrench } from '../../components/icons.ts'
import { Page } from '../../components/page.tsx'
import { Sections } from '../../components/sections.tsx'
import { useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { mayUse, type OperationName } from '../../lib/workspace/needed-roles.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { AuditSection } from './audit/audit-section.tsx'
import { DomainsSection } from './domains/domains.tsx'
import { MembersSection } from './members/members-section.tsx'
import { settingsMessages } from './messages.ts'
import { PlanSection } from './plan.tsx'
import { SettingsSection } from './settings.tsx'

type SectionName = 'members' | 'plan' | 'domains' | 'audit' | 'settings'

interface Section {
  name: SectionName
  icon: Icon
  content: ComponentType
  /** What it is for. */
  needs: OperationName
  /** Whether only workspaces that can be shared have it. */
  isForShared?: boolean
}

const sections: Section[] = [
  { name: 'members', icon: Users, content: MembersSection, needs: 'workspaces.members' },
  { name: 'plan', icon: Gauge, content: PlanSection, needs: 'accounts.quota' },
  { name: 'domains', icon: Globe, content: DomainsSection, needs: 'domains.add' },
  { name: 'audit', icon: History, content: AuditSection, needs: 'audit.list' },
  { name: 'settings', icon: Wrench, content: SettingsSection, needs: 'workspaces.get', isForShared: true },
]

export function WorkspacePage() {
  const text = useMessages(settingsMessages)
  const { workspace } = useMe().user
  const { section = 'members' } = useParams({ strict: false }) as { section?: string }
  const open = sections.find(({ name }) => name === section)
  if (!open) return <NotFound />
  const shown = sections.filter(
    ({ needs, isForShared }) => mayUse(workspace.role, needs) && !(isForShared && workspace.personal),
  )
  return (
    <Page title={section === 'members' ? text.title : `${text.title}: ${text[open.name]}`}>
      <Sections
        label={text.sections}
        sections={shown.map(({ name, icon: Icon }) => ({
          key: name,
          label: text[name],
          icon: <Icon />,
          isOpen: name === section,
          to: '/workspace/{-$section}',
          params: { section: name === 'members' ? undefined : name },
        }))}
      />
      <div className="grid min-w-0 gap-5">
        <Allowed key={section} to={open.needs}>
          <open.content />
        </Allowed>
      </div>
    </Page>
  )
}
