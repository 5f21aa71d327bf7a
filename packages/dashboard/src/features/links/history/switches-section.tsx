// The planned switches of a link in its panel: a folded list, whose editor is loaded when it is first opened.
import type { Link } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Loading, Skeleton } from '../../../components/states.tsx'
import { useMessages } from '../../../lib/language.ts'
import { historyMessages } from '../../history/messages.ts'
import { Section } from '../panel/sections/section.tsx'
import { switchesQuery } from './switches-query.ts'

const SwitchesEditor = lazy(() =>
  import('./switches-editor.tsx').then((file) => ({ default: file.SwitchesEditor })),
)

export function SwitchesSection({ link }: { link: Link }) {
  const { switches: text } = useMessages(historyMessages)
  const query = useQuery(switchesQuery(link.id))
  const planned = query.data?.length
  return (
    <Section
      title={text.title}
      summary={planned === undefined ? '\u00a0' : planned > 0 ? text.planned(planned) : ''}
      isLazy
    >
      <Suspense
        fallback={
          <Loading>
            <Skeleton className="h-24" />
          </Loading>
        }
      >
        <SwitchesEditor link={link} query={query} />
      </Suspense>
    </Section>
  )
}
