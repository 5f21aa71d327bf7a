// The accounts that tests make have one password, which is hashed once in a process: there are thousands of them, and
// argon2id takes a core for 35 milliseconds each time.
import { AsyncLocalStorage } from 'node:async_hooks'

const making = new AsyncLocalStorage<true>()
const { hash } = Bun.password
let known: ReturnType<typeof hash> | undefined

// The hash is the server's own, by its settings, of the first account. Whatever a test types itself is never hashed here.
Bun.password.hash = (...asked) => {
  if (!making.getStore()) return hash(...asked)
  known ??= hash(...asked)
  return known
}

/** Makes an account whose password is that of all of them. */
export const withKnownHash = <T>(make: () => Promise<T>): Promise<T> => making.run(true, make)
