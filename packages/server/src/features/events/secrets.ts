// The secrets of an endpoint: sealed in its row, oldest first, all but the newest with an expiry date.
import type { Secrets } from '../../platform/security/secrets.ts'

export interface SealedSecret {
  sealed: string
  /** Unix seconds; null for the newest. */
  until: number | null
}

/** Binds sealed secrets to their endpoint, so that those of another one can't be put in their place. */
export function sealingContext(publicId: string): string {
  return `webhook ${publicId}`
}

export function writeSecrets(secrets: readonly SealedSecret[]): string {
  return JSON.stringify(secrets)
}

/** Reads the secrets that are valid at `now` (Unix seconds), oldest first. */
export function readSecrets(text: string, now: number): SealedSecret[] {
  return (JSON.parse(text) as SealedSecret[]).filter(({ until }) => until === null || until > now)
}

// Opening a secret takes time, and the same ones are needed again and again.
const mostOpened = 1000

/** Opens secrets, and remembers them opened. */
export class OpenedSecrets {
  private readonly opened = new Map<string, string | null>()

  constructor(private readonly secrets: Pick<Secrets, 'open'>) {}

  /** The endpoint's secrets that are valid at `now` (Unix seconds) and can be opened, oldest first. */
  validAt(now: number, { public_id, secrets }: { public_id: string; secrets: string }): string[] {
    return readSecrets(secrets, now).flatMap(({ sealed }) => {
      const context = sealingContext(public_id)
      const key = `${context} ${sealed}`
      let secret = this.opened.get(key)
      if (secret === undefined) {
        secret = this.secrets.open(sealed, context)
        if (this.opened.size >= mostOpened) this.opened.clear()
        this.opened.set(key, secret)
      }
      return secret ?? []
    })
  }
}
