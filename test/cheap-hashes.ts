// Makes password hashing cheap in test processes. They hash and verify thousands of passwords, and with the server's real
// parameters each takes 35 ms of CPU time. passwords.test.ts checks those parameters.
import { nobodysHash } from '../packages/server/src/platform/security/passwords.ts'

const { hash, verify } = Bun.password
let isCheap = true
let released: Promise<void> | null = null

const cheap = { memoryCost: 8, timeCost: 1 }
const nobodysCheapHash = nobodysHash.replace(/m=\d+,t=\d+/, `m=${cheap.memoryCost},t=${cheap.timeCost}`)

Bun.password.hash = async (given, asked) => {
  await released
  return await hash(given, isCheap && typeof asked === 'object' ? { ...asked, ...cheap } : asked)
}

// Hashes made elsewhere are verified with the parameters they contain.
Bun.password.verify = async (given, against, ...more) => {
  await released
  return await verify(given, isCheap && against === nobodysHash ? nobodysCheapHash : against, ...more)
}

/** Runs something with the real hashing parameters. */
export async function atFullCost<T>(work: () => Promise<T>): Promise<T> {
  isCheap = false
  try {
    return await work()
  } finally {
    isCheap = true
  }
}

/** Blocks all password hashing and verification in this process until the returned function is called. */
export function blockPasswordHashing(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  released = promise
  return () => {
    released = null
    resolve()
  }
}
