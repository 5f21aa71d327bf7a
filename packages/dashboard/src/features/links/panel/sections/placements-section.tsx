// The placements of a link in its panel; they are loaded when the section is first opened.
import type { Link } from '@linnet/contract'
import { lazy, Suspense } from 'react'
import { Loading, Skeleton } from '../../../../components/states.tsx'
import { useMessages } from '../../../../lib/language.ts'
import { panelMessages } from '../messages.ts'
import { Section } from './section.tsx'

const PlacementList = lazy(() =>
  import('../../placements/placement-list.tsx').then((file) => ({ default: file.PlacementList })),
)

export function PlacementsSection({ link }: { link: Link }) {
  const text = useMessages(panelMessages)
  return (
    <Section title={text.placements} summary={text.placementsSummary} isLazy>
      <Suspense
        fallback={
          <Loading>
            <Skeleton className="h-40" />
          </Loading>
        }
      >
        <PlacementList link={link} />
      </Suspense>
    </Section>
  )
}
