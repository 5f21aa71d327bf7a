// The secrets of an endpoint as its row keeps them: sealed, the oldest first, each but the newest with its end.

export interface SealedSecret {
  sealed: string
  /** Unix seconds; null for the newest. */
  until: number | null
}

/** What secrets of an endpoint are sealed for: none of another one can stand in. */
export function sealingContext(publicId: string): string {
  return `webhook ${publicId}`
}

export function writeSecrets(secrets: readonly SealedSecret[]): string {
  return JSON.stringify(secrets)
}

/** Those that are valid at a moment (Unix seconds), the oldest first. */
export function readSecrets(text: string, now: number): SealedSecret[] {
  return (JSON.parse(text) as SealedSecret[]).filter(({ until }) => until === null || until > now)
}
