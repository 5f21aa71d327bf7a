// Components behind a password: which ones are locked, and the keys that open their links to visitors who knew it.
import { createHash } from 'node:crypto'
import type { Secrets } from '../../../../platform/security/secrets.ts'
import type { Clock } from '../../../../platform/time/clock.ts'
import type { StoredComponent } from '../../microsites/index.ts'

// Long enough for a page that stays open for a day, and short enough for an address found in somebody's history.
const keyMilliseconds = 24 * 60 * 60 * 1000

type Lockable = Pick<StoredComponent, 'id' | 'data' | 'passwordHash'>

/** Whether a component asks for a password. If none was ever set, nobody gets in. */
export function isLocked({ data, passwordHash }: Pick<StoredComponent, 'data' | 'passwordHash'>): boolean {
  const active = 'passwordActive' in data ? data.passwordActive : undefined
  return active ?? passwordHash !== null
}

export class Locks {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** A key that opens the addresses of a component for a day, or until its password changes. */
  keyOf(component: Lockable): string {
    const content = `${this.clock.now() + keyMilliseconds} ${fingerprint(component)}`
    return this.secrets.seal(content, contextOf(component))
  }

  /** Whether a visitor with this key may see what the component holds. */
  isOpen(component: Lockable, key: string | null): boolean {
    if (!isLocked(component)) return true
    if (key === null || component.passwordHash === null) return false
    const [until, print] = this.secrets.open(key, contextOf(component))?.split(' ') ?? []
    return print === fingerprint(component) && Number(until) > this.clock.now()
  }
}

/** A key sealed for another component doesn't open this one. */
const contextOf = ({ id }: Lockable) => `component:${id}`

/** A fingerprint of the password's hash, which differs each time a password is set. */
function fingerprint({ passwordHash }: Lockable): string {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')
}
