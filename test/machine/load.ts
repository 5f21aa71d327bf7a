// Generates load for tests of stopped and killed processes: creates and visits links as fast as one client can.

export interface Load {
  /** The codes of the links whose creation was acknowledged. */
  codes: string[]
  /** How many visits of `visited` were answered, and how many were sent. */
  answered: number
  sent: number
  /** Resolves when this many links and visits have been answered. */
  reached(count: number): Promise<void>
  /** Resolves when the load has stopped, which happens by itself when the server has ended. */
  ended: Promise<void>
}

/** Starts creating links and visiting the link `visited`; continues until the server no longer answers. */
export function beginLoad(url: string, key: string, visited: string): Load {
  const waiting = new Map<number, () => void>()
  const load: Load = {
    codes: [],
    answered: 0,
    sent: 0,
    reached: (count) => new Promise((resolve) => waiting.set(count, resolve)),
    ended: Promise.resolve(),
  }

  async function create(): Promise<boolean> {
    const answer = await fetch(`${url}/v2/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"long_url": "https://example.com/"}',
    })
    if (answer.status !== 200) return false
    const { data } = (await answer.json()) as { data: { short: string } }
    load.codes.push(data.short)
    return true
  }

  async function visit(): Promise<boolean> {
    load.sent++
    const answer = await fetch(`${url}/${visited}`, { redirect: 'manual' })
    if (answer.status !== 302) return false
    load.answered++
    return true
  }

  async function repeat(work: () => Promise<boolean>): Promise<void> {
    while (await work().catch(() => false)) {
      const least = Math.min(load.codes.length, load.answered)
      for (const [count, tell] of waiting) if (least >= count) tell()
    }
  }

  load.ended = Promise.all([create, create, create, visit, visit, visit].map(repeat)).then(() => undefined)
  return load
}
