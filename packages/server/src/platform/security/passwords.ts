// Hashing and checking passwords with argon2id, off the main thread and never many at once.

import { Refusal } from '@linnet/contract'
import { FairQueue } from '../concurrency/fair-queue.ts'

// OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane.
const settings = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

// Each check takes 19 MiB and a core for some 20 ms, so a flood of them must wait in line rather than eat the machine.
const atOnce = 2
let running = 0

// Past this many in a line, somebody is better told to come back than kept waiting: whoever has most in it.
const mostWaiting = 200

interface Waiting {
  begin(): void
  refuse(): void
}

// Three lines: a crowd fills its own and keeps nobody else out. The known one goes first, the others take turns; and so do
// those who stand in one line, each by its own name.
const known = new FairQueue<Waiting>(mostWaiting)
const strangers = new FairQueue<Waiting>(mostWaiting)
const owners = new FairQueue<Waiting>(mostWaiting)
let strangersLast = false

interface Turn {
  /** Whether it is for somebody who has shown before who they are: by a session, or a device that was signed in. */
  known?: boolean
  /** Whether it is for what an account protects, such as a link: one credential can ask for many of these at once. */
  owner?: boolean
  /** Who asks: an account, or, of strangers, the site that they come from. One of them with many waits behind one with few. */
  by?: string
}

async function inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  const line = turn.known ? known : turn.owner ? owners : strangers
  if (running < atOnce) running++
  else
    await new Promise<void>((begin, fail) => {
      const refuse = () => fail(tooMany())
      line.add(turn.by ?? '', { begin, refuse })?.refuse()
    })
  try {
    return await work()
  } finally {
    const next = nextInLine()
    if (next) next.begin()
    else running--
  }
}

function nextInLine(): Waiting | null {
  const first = known.take()
  if (first) return first
  strangersLast = !strangersLast
  return strangersLast ? (strangers.take() ?? owners.take()) : (owners.take() ?? strangers.take())
}

function tooMany(): Refusal {
  return new Refusal('unavailable', 'Too many passwords are being checked. Try again shortly.', undefined, 5)
}

/** The argon2id hash of a password, in the PHC string format. Refuses with `unavailable` when too many wait. */
export function hashPassword(password: string, turn: Turn = {}): Promise<string> {
  return inTurn(turn, () => Bun.password.hash(password, settings))
}

/** Whether the password is the one of the hash. Refuses with `unavailable` when too many wait. */
export function checkPassword(password: string, hash: string, turn: Turn = {}): Promise<boolean> {
  return inTurn(turn, () => Bun.password.verify(password, hash))
}

// Of a password that nobody knows, with the settings above. Written down, since one that is made when it is first
// needed could fail to be made, and unknown accounts would be answered otherwise than known ones.
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$HbZGWqGMWB7DmGqLAjV97a3zB+17ZpB/07qgEXDnkD0$yexefFFNU3kxdv3lXL7eS4hPExl+qqx6fZHkvSXDXEU'

/** As slow as a real check, and always false: so that an unknown account can't be told by the time it takes. */
export async function checkNobodysPassword(password: string, turn: Turn = {}): Promise<false> {
  await checkPassword(password, nobodysHash, turn)
  return false
}
