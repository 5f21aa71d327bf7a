// The appeals against blocks, for administrators to decide.
import { useQuery } from '@tanstack/react-query'
import { Scale } from '../../../components/icons.ts'
import { useMessages } from '../../../lib/language.ts'
import { appealMessages } from '../../appeals/messages.ts'
import { appealsQuery } from '../queries.ts'
import { AppealCard } from './appeal-card.tsx'
import { CasesSection } from './cases-section.tsx'

const useAppeals = (filter: Parameters<typeof appealsQuery>[0]) => useQuery(appealsQuery(filter))

export function AppealsSection() {
  const messages = useMessages(appealMessages)
  return (
    <CasesSection
      messages={messages}
      icon={<Scale />}
      useCases={useAppeals}
      renderCase={(appeal) => <AppealCard appeal={appeal} />}
    />
  )
}
