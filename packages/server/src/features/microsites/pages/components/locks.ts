// Components behind a password: which are locked, and the keys by which a visitor who knew it gets at their links.
import { createHash } from 'node:crypto'
import type { Secrets } from '../../../../platform/security/secrets.ts'
import type { Clock } from '../../../../platform/time/clock.ts'
import type { StoredComponent } from '../../microsites/index.ts'

// Long enough for a page that stays open over a day, short enough for an address that is found in somebody's history.
const keyMilliseconds = 24 * 60 * 60 * 1000

type Lockable = Pick<StoredComponent, 'id' | 'data' | 'passwordHash'>

/** Whether a password is asked for. One that is asked for and was never set lets nobody in. */
export function isLocked({ data, passwordHash }: Pick<StoredComponent, 'data' | 'passwordHash'>): boolean {
  const active = 'passwordActive' in data ? data.passwordActive : undefined
  return active ?? passwordHash !== null
}

export class Locks {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** What opens the other addresses of a component for a day, or until it has another password. */
  keyOf(component: Lockable): string {
    const content = `${this.clock.now() + keyMilliseconds} ${fingerprint(component)}`
    return this.secrets.seal(content, contextOf(component))
  }

  /** Whether a visitor with this key may have what the component holds. */
  isOpen(component: Lockable, key: string | null): boolean {
    if (!isLocked(component)) return true
    if (key === null || component.passwordHash === null) return false
    const [until, print] = this.secrets.open(key, contextOf(component))?.split(' ') ?? []
    return print === fingerprint(component) && Number(until) > this.clock.now()
  }
}

/** One that was sealed for another component cannot stand in for this one's. */
const contextOf = ({ id }: Lockable) => `component:${id}`

/** Of the password's hash, which is another one each time that a password is set. */
function fingerprint({ passwordHash }: Lockable): string {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')
}
