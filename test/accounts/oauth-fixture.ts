// The setup of most OAuth tests: an account, its signed-in owner, and two applications.
import { beforeAll, beforeEach } from 'bun:test'
import type { Account, Instance } from '../instance.ts'
import { type App, newApp, type Person, person } from './oauth.ts'

/**
 * An account, its owner's browser, and a confidential and a public application of that account (`app` and `open`). The
 * objects stay the same and are filled in by hooks, so that a test file can destructure them. The owner signs in again
 * before each test, because some tests let time pass, after which a session has to confirm its user's identity again.
 * `scopes` are those that `app` registers.
 */
export function oauthFixture(
  instance: Instance,
  { scopes }: { scopes?: string } = {},
): { account: Account; someone: Person; app: App; open: App; signInAgain: () => Promise<Person> } {
  const account = {} as Account
  const someone = {} as Person
  const app = {} as App
  const open = {} as App
  const signInAgain = async () => Object.assign(someone, await person(instance, account))
  beforeAll(async () => {
    Object.assign(account, await instance.account())
    Object.assign(app, await newApp(instance, account, { scopes }))
    Object.assign(open, await newApp(instance, account, { isPublic: true }))
  })
  beforeEach(signInAgain)
  return { account, someone, app, open, signInAgain }
}
