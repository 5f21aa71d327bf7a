// The scopes of a credential as badges, or one badge for all.
import { allScopes, type Scope } from '@linnet/contract/scopes'
import { Badge } from '../../components/page.tsx'
import { useMessages } from '../../lib/language.ts'
import { developerMessages } from './messages.ts'

export function ScopeBadges({ scopes }: { scopes: readonly Scope[] }) {
  const { everything } = useMessages(developerMessages)
  return (
    <p className="flex flex-wrap gap-1.5">
      {scopes.length === allScopes.length ? (
        <Badge>{everything}</Badge>
      ) : (
        scopes.map((scope) => (
          <Badge key={scope} isCode>
            {scope}
          </Badge>
        ))
      )}
    </p>
  )
}
