// Visitors that open a short address over and over, and remember what they were answered.
import { browser } from './instance.ts'

export interface Crowd {
  /** Requests that were sent, and those of them that were redirected. */
  sent: number
  answered: number
  /** Resolves once so many were redirected, or nobody is left who could be. */
  until(answered: number): Promise<void>
  /** Resolves when everybody has stopped: because the server is gone, or after `leave`. */
  over: Promise<void>
  leave(): void
}

/** Lets `people` visitors loose. Each stops at the first request that is not answered at all. */
export function sendCrowd(address: string, people: number, headers: Record<string, string> = {}): Crowd {
  let leaving = false
  let noticed = () => {}

  async function visit(): Promise<void> {
    while (!leaving) {
      crowd.sent++
      const answer = await fetch(address, {
        redirect: 'manual',
        headers: { 'user-agent': browser, ...headers },
      }).catch(() => null)
      if (answer === null) return
      if (answer.status !== 302) throw new Error(`${address} was answered ${answer.status}`)
      crowd.answered++
      noticed()
    }
  }

  const crowd: Crowd = {
    sent: 0,
    answered: 0,
    over: Promise.resolve(),
    async until(answered) {
      const reached = new Promise<void>((resolve) => {
        noticed = () => {
          if (crowd.answered >= answered) resolve()
        }
      })
      await Promise.race([reached, crowd.over])
    },
    leave() {
      leaving = true
    },
  }
  crowd.over = Promise.all(Array.from({ length: people }, visit)).then(() => undefined)
  return crowd
}
