// The badge of a microsite: whether visitors see it.
import type { Microsite } from '@linnet/contract'
import { Ban } from '../../components/icons.ts'
import { Badge } from '../../components/page.tsx'
import { useMessages } from '../../lib/language.ts'
import { micrositeMessages } from './messages.ts'

export function MicrositeBadge({
  microsite,
}: {
  microsite: Pick<Microsite, 'status' | 'hide' | 'blocked_at'>
}) {
  const text = useMessages(micrositeMessages)
  if (microsite.blocked_at !== null)
    return (
      <Badge variant="bad">
        <Ban />
        {text.blocked}
      </Badge>
    )
  if (microsite.status === 'draft') return <Badge variant="warn">{text.draft}</Badge>
  return microsite.hide ? <Badge>{text.hidden}</Badge> : <Badge variant="good">{text.published}</Badge>
}
