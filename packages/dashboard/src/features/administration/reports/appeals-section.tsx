// Appeals against blocks, as administrators go through them.
import { useQuery } from '@tanstack/react-query'
import { Scale } from '../../../components/icons.ts'
import { useWords } from '../../../lib/language.ts'
import { appealWords } from '../../appeals/words.ts'
import { appealsQuery } from '../queries.ts'
import { AppealCard } from './appeal-card.tsx'
import { CasesSection } from './cases-section.tsx'

const useAppeals = (filter: Parameters<typeof appealsQuery>[0]) => useQuery(appealsQuery(filter))

export function AppealsSection() {
  const words = useWords(appealWords)
  return (
    <CasesSection
      words={words}
      icon={<Scale />}
      useCases={useAppeals}
      draw={(appeal) => <AppealCard appeal={appeal} />}
    />
  )
}
