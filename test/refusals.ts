// Expects requests to be refused with an error envelope and to leave the account unchanged.
import { expect } from 'bun:test'
import { type ErrorDetail, type Fault, faultSentence } from '@linnet/contract'
import type { Account, Answer, CallOptions } from './instance.ts'

type Refusal = Answer['body']['error']

/** Everything that an API request could have changed for this account. */
async function stateOf(account: Account): Promise<unknown> {
  const links = await account.call('GET /links?status=all&limit=100')
  const quota = await account.call('GET /quota')
  return [links.body, quota.body]
}

/**
 * Fails unless each of these requests is refused with this status and code, and together they change nothing; returns the
 * errors.
 */
export async function expectAllRefused(
  account: Account,
  status: number,
  code: string,
  requests: (readonly [methodAndPath: string, options?: CallOptions])[],
): Promise<Refusal[]> {
  const before = await stateOf(account)
  const errors: Refusal[] = []
  for (const [methodAndPath, options] of requests) {
    const answer = await account.call(methodAndPath, options)
    const what = `${methodAndPath} ${JSON.stringify(options?.body)?.slice(0, 200) ?? ''}`
    expect([answer.status, answer.body?.error?.code], `${what} answered ${answer.text}`).toEqual([
      status,
      code,
    ])
    const { error } = answer.body
    expect(error.message.length).toBeGreaterThan(10)
    expect(error.request_id).toBe(answer.headers.get('x-request-id'))
    expectDetails(error.details)
    errors.push(error)
  }
  const asked = requests.map(([methodAndPath]) => methodAndPath.slice(0, 100)).join(', ')
  expect(await stateOf(account), `one of these requests changed something: ${asked}`).toEqual(before)
  return errors
}

/** The same for one request. */
export async function expectRefused(
  account: Account,
  status: number,
  code: string,
  methodAndPath: string,
  options?: CallOptions,
): Promise<Refusal> {
  return (await expectAllRefused(account, status, code, [[methodAndPath, options]]))[0]
}

/** Fails unless each invalid field has nothing but its path, a fault that we know, and the sentence about it. */
export function expectDetails(details: ErrorDetail[] = []): void {
  for (const { code, params, message } of details)
    expect(message).toBe(faultSentence({ code, params } as Fault))
  expect(details.map((detail) => Object.keys(detail).sort())).toEqual(
    details.map(({ params }) => ['code', 'message', ...(params ? ['params'] : []), 'path']),
  )
}

/** The paths of the fields that an error names. */
export function fieldsOf(error: { details?: { path: string }[] }): string[] {
  return (error.details ?? []).map(({ path }) => path)
}
