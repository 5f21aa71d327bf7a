// The administration in sections, each with its own URL: people, plans, sign-ups, abuse reports, appeals and health.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Icon } from '../../components/icon.ts'
import { Activity, Flag, Layers, Scale, UserPlus, Users } from '../../components/icons.ts'
import { Page } from '../../components/page.tsx'
import { Sections } from '../../components/sections.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { navigationMessages } from '../../shell/navigation.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { HealthSection } from './health-section.tsx'
import { administrationMessages } from './messages.ts'
import { PeopleSection } from './people/people-section.tsx'
import { SignUpsSection, shownDays } from './people/sign-ups-section.tsx'
import { PlansSection } from './plans-section.tsx'
import { overviewQuery } from './queries.ts'
import { AppealsSection } from './reports/appeals-section.tsx'
import { ReportsSection } from './reports/reports-section.tsx'

type SectionName = 'people' | 'plans' | 'sign-ups' | 'reports' | 'appeals' | 'health'

const sections: { name: SectionName; icon: Icon; content: ComponentType }[] = [
  { name: 'people', icon: Users, content: PeopleSection },
  { name: 'plans', icon: Layers, content: PlansSection },
  { name: 'sign-ups', icon: UserPlus, content: SignUpsSection },
  { name: 'reports', icon: Flag, content: ReportsSection },
  { name: 'appeals', icon: Scale, content: AppealsSection },
  { name: 'health', icon: Activity, content: HealthSection },
]

/** For everyone else, this page doesn't exist. */
export function AdministrationPage() {
  return useMe().administrator ? <Administration /> : <NotFound />
}

function Administration() {
  const text = useMessages(administrationMessages)
  const { administration } = useMessages(navigationMessages)
  const formats = useFormats()
  const { section = 'people', item } = useParams({ from: '/administration/{-$section}/{-$item}' })
  const { data: overview } = useQuery(overviewQuery(shownDays))
  const open = sections.find(({ name }) => name === section)
  if (!open || (item !== undefined && section !== 'people')) return <NotFound />
  const waiting: Partial<Record<SectionName, number>> = {
    reports: overview?.open_reports,
    appeals: overview?.open_appeals,
  }
  const labelOf = (name: SectionName) => {
    const count = waiting[name] ?? 0
    return count > 0 ? text.waiting(text[name], formats.number(count)) : text[name]
  }
  return (
    <Page title={section === 'people' ? administration : `${administration}: ${text[open.name]}`} wide>
      <Sections
        label={text.sections}
        sections={sections.map(({ name, icon: Icon }) => ({
          key: name,
          to: '/administration/{-$section}/{-$item}',
          params: { section: name === 'people' ? undefined : name, item: undefined },
          label: labelOf(name),
          icon: <Icon />,
          isOpen: name === section,
        }))}
      />
      <open.content />
    </Page>
  )
}
