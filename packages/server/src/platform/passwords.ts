// Hashing and checking passwords with argon2id, off the main thread and never many at once.

import { Refusal } from '@linnet/contract'

// OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane.
const settings = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

// Each check takes 19 MiB and a core for some 20 ms, so a flood of them must wait in line rather than eat the machine.
const atOnce = 2
let running = 0

// Three lines: a crowd fills its own and keeps nobody else out. The known one goes first, the others take turns.
type Line = (() => void)[]
const known: Line = []
const strangers: Line = []
const owners: Line = []
let strangersLast = false

// Past this many in a line, who comes is better told to come back than kept waiting.
const mostWaiting = 200

interface Turn {
  /** Whether it is for somebody who has shown before who they are: by a session, or a device that was signed in. */
  known?: boolean
  /** Whether it is for what an account protects, such as a link: one credential can ask for many of these at once. */
  owner?: boolean
}

async function inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  const line = turn.known ? known : turn.owner ? owners : strangers
  if (line.length >= mostWaiting)
    throw new Refusal('unavailable', 'Too many passwords are being checked. Try again shortly.', undefined, 5)
  if (running >= atOnce) await new Promise<void>((resolve) => line.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = nextInLine()
    if (next) next()
    else running--
  }
}

function nextInLine(): (() => void) | undefined {
  const first = known.shift()
  if (first) return first
  strangersLast = !strangersLast
  return strangersLast ? (strangers.shift() ?? owners.shift()) : (owners.shift() ?? strangers.shift())
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
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$HbZGWqGMWB7DmGqLAjV97a3zB+17ZpB/07qgEXDnkD0$yexefFFNU3kxdv3lXL7eS4hPExl+qqx6fZHkvSXDXEU'

/** As slow as a real check, and always false: so that an unknown account can't be told by the time it takes. */
export async function checkNobodysPassword(password: string): Promise<false> {
  await checkPassword(password, decoy)
  return false
}
