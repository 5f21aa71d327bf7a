// The abuse reports, for administrators to decide.
import { useQuery } from '@tanstack/react-query'
import { Flag } from '../../../components/icons.ts'
import { useMessages } from '../../../lib/language.ts'
import { reportsQuery } from '../queries.ts'
import { CasesSection } from './cases-section.tsx'
import { ReportCard } from './report-card.tsx'
import { reportMessages } from './report-messages.ts'

const useReports = (filter: Parameters<typeof reportsQuery>[0]) => useQuery(reportsQuery(filter))

export function ReportsSection() {
  const messages = useMessages(reportMessages)
  return (
    <CasesSection
      messages={messages}
      icon={<Flag />}
      useCases={useReports}
      renderCase={(report) => <ReportCard report={report} />}
    />
  )
}
