// Visitors who open a short URL repeatedly and count the responses.
import { browser } from './instance.ts'

export interface Crowd {
  /** How many requests were sent, and how many were redirected. */
  sent: number
  answered: number
  /** Resolves once this many were redirected, or all visitors have stopped. */
  until(answered: number): Promise<void>
  /** Resolves when all visitors have stopped: because the server has ended, or after `leave`. */
  over: Promise<void>
  leave(): void
}

/** Starts `people` visitors. Each stops at its first request without an answer. */
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
