// Signs people in as a browser does, and calls the dashboard's operations with their session cookie.
import type { Account, Answer, CallOptions, Instance } from '../instance.ts'

/** Calls `/api` with the account's session: `call('POST /keys', { body })`. */
export type DashboardCall = (methodAndPath: string, options?: CallOptions) => Promise<Answer>

export interface SignedIn {
  call: DashboardCall
  /** What the browser sends as its `Cookie` header. */
  cookie: string
}

/** The password of every account that `instance.account()` makes. */
export const password = 'a fine password'

export async function signIn(
  instance: Pick<Instance, 'ask'>,
  { email }: Pick<Account, 'email'>,
  pass = password,
): Promise<SignedIn> {
  const answer = await instance.ask('POST /api/session', { body: { email, password: pass } })
  if (answer.status !== 200) throw new Error(`signing in was refused: ${answer.text}`)
  return withCookie(instance, cookieOf(answer))
}

/** A browser that has this session. */
export function withCookie(instance: Pick<Instance, 'ask'>, cookie: string): SignedIn {
  const call: DashboardCall = (methodAndPath, options = {}) => {
    const [method, path] = methodAndPath.split(' ')
    return instance.ask(`${method} /api${path}`, { ...options, headers: { cookie, ...options.headers } })
  }
  return { call, cookie }
}

/** Confirms the user's identity with the password: the session continues under a new cookie. */
export async function reauthenticate(
  instance: Pick<Instance, 'ask'>,
  { call }: SignedIn,
  pass = password,
): Promise<SignedIn> {
  const answer = await call('POST /session/reauthentication', { body: { password: pass } })
  if (answer.status !== 200) throw new Error(`the identity was not confirmed: ${answer.text}`)
  return withCookie(instance, cookieOf(answer))
}

/** The pair of name and value that the answer's `Set-Cookie` gives the browser. */
export function cookieOf(answer: Answer): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}
