// Reports of abuse, as administrators go through them.
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../app/language.ts'
import { Flag } from '../../components/icons.ts'
import { CasesSection } from './cases-section.tsx'
import { reportsQuery } from './queries.ts'
import { ReportCard } from './report-card.tsx'
import { reportWords } from './report-words.ts'

const useReports = (filter: Parameters<typeof reportsQuery>[0]) => useQuery(reportsQuery(filter))

export function ReportsSection() {
  const words = useWords(reportWords)
  return (
    <CasesSection
      words={words}
      icon={<Flag />}
      useCases={useReports}
      draw={(report) => <ReportCard report={report} />}
    />
  )
}
