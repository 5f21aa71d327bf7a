// When a new API key expires, from the values of its form.

export interface Expiry {
  /** `` for never, `day` for a date, or a number of days. */
  choice: string
  /** The date, such as `2026-11-21`. */
  day: string
}

const daySeconds = 86_400

/** In Unix seconds: null for never, undefined unless the chosen day is in the future. */
export function expiryTime({ choice, day }: Expiry, now = Date.now()): number | null | undefined {
  if (choice === '') return null
  if (choice !== 'day') return Math.floor(now / 1000) + Number(choice) * daySeconds
  // To the end of that day, in this browser's time zone.
  const end = new Date(`${day}T23:59:59`).getTime()
  return end > now ? Math.floor(end / 1000) : undefined
}
