// Expects a request to be refused in the error envelope, and the account to be afterwards as it was before.
import { expect } from 'bun:test'
import type { Account, Answer, CallOptions } from './instance.ts'

/** Everything that a request of the API could have changed for this account. */
export async function stateOf(account: Account): Promise<unknown> {
  const links = await account.call('GET /links?status=all&limit=100')
  const quota = await account.call('GET /quota')
  return [links.body, quota.body]
}

/** Fails unless the request is refused with this status and code and nothing has changed; gives the error. */
export async function expectRefused(
  account: Account,
  status: number,
  code: string,
  methodAndPath: string,
  options?: CallOptions,
): Promise<Answer['body']['error']> {
  const before = await stateOf(account)
  const answer = await account.call(methodAndPath, options)
  const what = `${methodAndPath} ${JSON.stringify(options?.body)?.slice(0, 200) ?? ''}`
  expect([answer.status, answer.body?.error?.code], `${what} answered ${answer.text}`).toEqual([status, code])
  const { error } = answer.body
  expect(error.message.length).toBeGreaterThan(10)
  expect(error.request_id).toBe(answer.headers.get('x-request-id'))
  for (const detail of error.details ?? [])
    expect(detail).toStrictEqual({ path: expect.any(String), message: expect.any(String) })
  expect(await stateOf(account), `${what} changed something`).toEqual(before)
  return error
}

/** The paths of the fields that an error names. */
export function fieldsOf(error: { details?: { path: string }[] }): string[] {
  return (error.details ?? []).map(({ path }) => path)
}
