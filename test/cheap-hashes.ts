// In a process of tests a password costs next to nothing: thousands of them are hashed and checked there, and as the
// server asks for it argon2id takes a core for 35 milliseconds each time. passwords.test.ts proves what it asks for.
import { nobodysHash } from '../packages/server/src/platform/passwords.ts'

const { hash, verify } = Bun.password
let isCheap = true
let released: Promise<void> | null = null

const cheap = { memoryCost: 8, timeCost: 1 }
const nobodysCheapHash = nobodysHash.replace(/m=\d+,t=\d+/, `m=${cheap.memoryCost},t=${cheap.timeCost}`)

Bun.password.hash = async (given, asked) => {
  await released
  return await hash(given, isCheap && typeof asked === 'object' ? { ...asked, ...cheap } : asked)
}

// What was hashed elsewhere is checked at the cost of its own.
Bun.password.verify = async (given, against, ...more) => {
  await released
  return await verify(given, isCheap && against === nobodysHash ? nobodysCheapHash : against, ...more)
}

/** Does something at the cost that passwords have on a real server. */
export async function atFullCost<T>(work: () => Promise<T>): Promise<T> {
  isCheap = false
  try {
    return await work()
  } finally {
    isCheap = true
  }
}

/** Keeps every password of this process waiting that is to be hashed or checked, until what it gives is called. */
export function holdPasswords(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  released = promise
  return () => {
    released = null
    resolve()
  }
}
