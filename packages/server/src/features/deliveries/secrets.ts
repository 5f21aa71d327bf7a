// The secrets of an endpoint as its row keeps them: JSON, the oldest first and the newest last, each sealed.

/** One secret. `sealed` is by `platform/secrets.ts` for `secretContext`; `until`, in Unix seconds, is null of the newest. */
export interface EndpointSecret {
  sealed: string
  until: number | null
}

/** For whom a secret is sealed: one endpoint's cannot stand in for another's. */
export function secretContext(publicId: string): string {
  return `webhook ${publicId}`
}

export function parseSecrets(text: string): EndpointSecret[] {
  return JSON.parse(text) as EndpointSecret[]
}

export function secretsText(secrets: readonly EndpointSecret[]): string {
  return JSON.stringify(secrets)
}

/** Those that have not ended by `now` (Unix seconds). */
export function validSecrets(text: string, now: number): EndpointSecret[] {
  return parseSecrets(text).filter(({ until }) => until === null || until > now)
}
