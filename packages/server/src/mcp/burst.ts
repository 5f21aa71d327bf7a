// Limits how fast one credential may send requests, by a token bucket in this process.

// Agents call tools one after another, but some start with many parallel calls.
const perSecond = 20
const atOnce = 100

interface Bucket {
  tokens: number
  /** Milliseconds by `Clock.elapsed`. */
  at: number
}

/** Protects this server from a single credential; the plan's pool limits an account's total use. */
export class Burst {
  private readonly buckets = new Map<string, Bucket>()

  /** `elapsed` gives milliseconds that never go back. */
  constructor(private readonly elapsed: () => number) {}

  /** Takes a token: returns 0 if there was one, otherwise the whole seconds until there is one. */
  take(credential: string): number {
    const at = this.elapsed()
    const known = this.buckets.get(credential)
    const tokens = known ? Math.min(atOnce, known.tokens + ((at - known.at) / 1000) * perSecond) : atOnce
    const admitted = tokens >= 1
    this.buckets.set(credential, { tokens: admitted ? tokens - 1 : tokens, at })
    return admitted ? 0 : Math.ceil((1 - tokens) / perSecond)
  }

  /** Takes more tokens for a large message. If there are too few, later messages wait for them. */
  charge(credential: string, tokens: number): void {
    const bucket = this.buckets.get(credential)
    if (bucket) bucket.tokens -= tokens
  }

  /** Drops the buckets that are full again. */
  prune(): void {
    const at = this.elapsed()
    for (const [credential, { tokens, at: last }] of this.buckets)
      if (tokens + ((at - last) / 1000) * perSecond >= atOnce) this.buckets.delete(credential)
  }
}
