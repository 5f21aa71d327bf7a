// Hashing and checking passwords with argon2id, off the main thread and never many at once.

import { Refusal } from '@linnet/contract'

// OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane.
const settings = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

// Each check takes 19 MiB and a core for some 20 ms, so a flood of them must wait in line rather than eat the machine.
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

// Past this many, who comes is better told to come back than kept waiting.
const mostWaiting = 200

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= mostWaiting)
    throw new Refusal('unavailable', 'Too many passwords are being checked. Try again shortly.', undefined, 5)
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** The argon2id hash of a password, in the PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(password, settings))
}

/** Whether the password is the one of the hash. */
export function checkPassword(password: string, hash: string): Promise<boolean> {
  return inTurn(() => Bun.password.verify(password, hash))
}

let decoy: Promise<string> | undefined

/** As slow as a real check, and always false: so that an unknown account can't be told by the time it takes. */
export async function checkNobodysPassword(password: string): Promise<false> {
  decoy ??= hashPassword(crypto.randomUUID())
  await checkPassword(password, await decoy)
  return false
}
