// The versions of a microsite: a list, and the chosen one as visitors saw it, beside what they see now.
import type { Microsite } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../../components/loaded.tsx'
import { Card } from '../../../../components/page.tsx'
import { useMessages } from '../../../../lib/language.ts'
import { nameInPaths, versionsQuery } from '../../queries.ts'
import { VersionList } from './version-list.tsx'
import { versionMessages } from './version-messages.ts'
import { VersionView } from './version-view.tsx'

export function VersionsPanel({ microsite }: { microsite: Microsite }) {
  const text = useMessages(versionMessages)
  const versions = useQuery(versionsQuery(nameInPaths(microsite)))
  const [chosen, setChosen] = useState<string | null>(null)
  if (chosen !== null)
    return <VersionView key={chosen} microsite={microsite} id={chosen} onClose={() => setChosen(null)} />
  return (
    <Card title={text.versions}>
      <p className="text-sm text-soft">{microsite.status === 'draft' ? text.ofDrafts : text.intro}</p>
      <Loaded query={versions}>{(rows) => <VersionList versions={rows} onChoose={setChosen} />}</Loaded>
    </Card>
  )
}
