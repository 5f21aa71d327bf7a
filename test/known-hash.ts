// The accounts that tests make have one password, which is hashed once in a process and found right once: there are
// thousands of them, who sign in thousands of times, and argon2id takes a core for 35 milliseconds each time.
import { AsyncLocalStorage } from 'node:async_hooks'

const making = new AsyncLocalStorage<true>()
const { hash, verify } = Bun.password
let known: ReturnType<typeof hash> | undefined
// What was checked against that hash, and found right.
const right = new Set<unknown>()

// The hash is the server's own, by its settings, of the first account. Whatever a test types itself is never hashed here.
Bun.password.hash = (...asked) => {
  if (!making.getStore()) return hash(...asked)
  known ??= hash(...asked)
  return known
}

// A wrong password is checked each time, and so is every password of another hash.
Bun.password.verify = async (given, against, ...more) => {
  const isKnown = against === (await known)
  if (isKnown && right.has(given)) return true
  const isRight = await verify(given, against, ...more)
  if (isKnown && isRight) right.add(given)
  return isRight
}

/** Makes an account whose password is that of all of them. */
export const withKnownHash = <T>(make: () => Promise<T>): Promise<T> => making.run(true, make)
