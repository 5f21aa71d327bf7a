// Hashes and verifies passwords with argon2id, off the main thread and only a few at once.

import { Refusal } from '@linnet/contract'
import { FairQueue } from '../concurrency/fair-queue.ts'

// OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane.
const settings = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

// Each check takes 19 MiB and some 20 ms of CPU time, so a flood of them must be queued.
const concurrency = 2
let running = 0

// When a queue has this many, the requester with the most in it is refused.
const mostWaiting = 200

interface QueuedHash {
  begin(): void
  refuse(): void
}

// Three queues, so that a flood fills only its own. Known users go first, the other two alternate; within a queue,
// requesters are served round-robin.
const known = new FairQueue<QueuedHash>(mostWaiting)
const strangers = new FairQueue<QueuedHash>(mostWaiting)
const owners = new FairQueue<QueuedHash>(mostWaiting)
let strangersLast = false

interface HashingTurn {
  /** Whether it is for a known user: with a session, or a device that was signed in before. */
  known?: boolean
  /** Whether it is for something that an account protects, such as a link: one credential can cause many of these. */
  owner?: boolean
  /** The requester: an account, or the site of an anonymous one. One with many requests doesn't delay one with few. */
  by?: string
}

async function inTurn<T>(turn: HashingTurn, work: () => Promise<T>): Promise<T> {
  const queue = turn.known ? known : turn.owner ? owners : strangers
  if (running < concurrency) running++
  else
    await new Promise<void>((begin, fail) => {
      const refuse = () => fail(tooMany())
      queue.add(turn.by ?? '', { begin, refuse })?.refuse()
    })
  try {
    return await work()
  } finally {
    const next = nextQueued()
    if (next) next.begin()
    else running--
  }
}

function nextQueued(): QueuedHash | null {
  const first = known.take()
  if (first) return first
  strangersLast = !strangersLast
  return strangersLast ? (strangers.take() ?? owners.take()) : (owners.take() ?? strangers.take())
}

function tooMany(): Refusal {
  return new Refusal('unavailable', 'Too many passwords are being checked. Try again shortly.', undefined, 5)
}

/** The argon2id hash of a password, in the PHC string format. Refuses with `unavailable` when too many wait. */
export function hashPassword(password: string, turn: HashingTurn = {}): Promise<string> {
  return inTurn(turn, () => Bun.password.hash(password, settings))
}

/** Whether the password is the one of the hash. Refuses with `unavailable` when too many wait. */
export function checkPassword(password: string, hash: string, turn: HashingTurn = {}): Promise<boolean> {
  return inTurn(turn, () => Bun.password.verify(password, hash))
}

// The hash of an unknown password, with the settings above. It is a constant, because computing it could fail, and then
// unknown accounts would get a different response from known ones.
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$HbZGWqGMWB7DmGqLAjV97a3zB+17ZpB/07qgEXDnkD0$yexefFFNU3kxdv3lXL7eS4hPExl+qqx6fZHkvSXDXEU'

/**
 * Stored instead of a hash for a user without a password: a well-formed hash whose digest is all zeros, which no known
 * password has. So a check takes as long as any other and fails, also in a version that doesn't know this value.
 */
export const noPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Whether there is a password that signs the user in. */
export const hasPassword = ({ password_hash }: { password_hash: string }): boolean =>
  password_hash !== noPassword

/** As slow as a real check, and always false, so that timing doesn't reveal whether an account exists. */
export async function checkNobodysPassword(password: string, turn: HashingTurn = {}): Promise<false> {
  await checkPassword(password, nobodysHash, turn)
  return false
}
