// What visitors find at a microsite's address, in a word.
import type { Microsite } from '@linnet/contract'
import { Ban } from '../../components/icons.ts'
import { Badge } from '../../components/page.tsx'
import { useWords } from '../../lib/language.ts'
import { words } from './words.ts'

export function MicrositeBadge({
  microsite,
}: {
  microsite: Pick<Microsite, 'status' | 'hide' | 'blocked_at'>
}) {
  const text = useWords(words)
  if (microsite.blocked_at !== null)
    return (
      <Badge look="bad">
        <Ban />
        {text.blocked}
      </Badge>
    )
  if (microsite.status === 'draft') return <Badge look="warn">{text.draft}</Badge>
  return microsite.hide ? <Badge>{text.hidden}</Badge> : <Badge look="good">{text.published}</Badge>
}
