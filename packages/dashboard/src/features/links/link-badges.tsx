// The badges of a link: its state and restrictions.
import type { Link } from '@linnet/contract'
import {
  Archive,
  Ban,
  CircleAlert,
  Hourglass,
  Lock,
  MousePointerClick,
  Split,
} from '../../components/icons.ts'
import { Badge } from '../../components/page.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { linkMessages } from './messages.ts'

export function LinkBadges({ link }: { link: Link }) {
  const text = useMessages(linkMessages)
  const formats = useFormats()
  const { status, expired_at, archive_at } = link
  const isEnded = status !== 'active'
  return (
    <span className="flex min-w-0 shrink-9999 items-center gap-1 overflow-hidden">
      {link.blocked_at === null ? null : (
        <Badge variant="bad">
          <Ban />
          {text.blocked}
        </Badge>
      )}
      {link.broken_at !== null && status === 'active' ? (
        <Badge variant="bad">
          <CircleAlert />
          <span className="max-sm:sr-only">{text.brokenBadge}</span>
        </Badge>
      ) : null}
      {status === 'archived' ? (
        <Badge>
          <Archive />
          <span className="max-sm:sr-only">{text.archivedBadge}</span>
        </Badge>
      ) : null}
      {status === 'scheduled' ? <Badge variant="warn">{text.scheduled}</Badge> : null}
      {status === 'expired' ? <Badge variant="warn">{text.expired}</Badge> : null}
      {status === 'consumed' ? <Badge variant="warn">{text.consumed}</Badge> : null}
      {link.has_password ? (
        <Badge variant="accent">
          <Lock />
          <span className="max-sm:sr-only">{text.password}</span>
        </Badge>
      ) : null}
      {link.disposable && status !== 'consumed' ? (
        <Badge>
          <MousePointerClick />
          <span className="max-sm:sr-only">{text.disposable}</span>
        </Badge>
      ) : null}
      {link.rules.length > 0 ? (
        <Badge>
          <Split />
          <span className="max-sm:sr-only">{text.rules}</span>
        </Badge>
      ) : null}
      {link.adult ? <Badge>{text.adult}</Badge> : null}
      {expired_at !== null && !isEnded ? (
        <Badge>
          <Hourglass />
          <span className="max-sm:sr-only">{text.expires(formats.ago(expired_at))}</span>
        </Badge>
      ) : null}
      {archive_at !== null && !isEnded ? <Badge>{text.archives(archive_at)}</Badge> : null}
    </span>
  )
}
