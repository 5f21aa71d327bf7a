// The administration in sections, each at its own address: people, plans, sign-ups, reports of abuse, appeals, and how the server is.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useFormats } from '../../app/formats.ts'
import { useWords } from '../../app/language.ts'
import { Lost } from '../../app/lost.tsx'
import { placeWords } from '../../app/navigation.ts'
import { useMe } from '../../app/session.ts'
import type { Icon } from '../../components/icon.ts'
import { Activity, Flag, Layers, Scale, UserPlus, Users } from '../../components/icons.ts'
import { Page } from '../../components/page.tsx'
import { Sections } from '../../components/sections.tsx'
import { AppealsSection } from './appeals-section.tsx'
import { HealthSection } from './health-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { PlansSection } from './plans-section.tsx'
import { overviewQuery } from './queries.ts'
import { ReportsSection } from './reports-section.tsx'
import { SignUpsSection, shownDays } from './sign-ups-section.tsx'
import { administrationWords } from './words.ts'

type SectionName = 'people' | 'plans' | 'sign-ups' | 'reports' | 'appeals' | 'health'

const sections: { name: SectionName; icon: Icon; content: ComponentType }[] = [
  { name: 'people', icon: Users, content: PeopleSection },
  { name: 'plans', icon: Layers, content: PlansSection },
  { name: 'sign-ups', icon: UserPlus, content: SignUpsSection },
  { name: 'reports', icon: Flag, content: ReportsSection },
  { name: 'appeals', icon: Scale, content: AppealsSection },
  { name: 'health', icon: Activity, content: HealthSection },
]

/** To everybody else, there is nothing at this address. */
export function AdministrationPage() {
  return useMe().administrator ? <Administration /> : <Lost />
}

function Administration() {
  const text = useWords(administrationWords)
  const { administration } = useWords(placeWords)
  const formats = useFormats()
  const { section = 'people', item } = useParams({ from: '/administration/{-$section}/{-$item}' })
  const { data: overview } = useQuery(overviewQuery(shownDays))
  const open = sections.find(({ name }) => name === section)
  if (!open || (item !== undefined && section !== 'people')) return <Lost />
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
