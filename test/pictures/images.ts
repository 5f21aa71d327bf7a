// Uploads images as the dashboard does, and checks the responses.
import { expect } from 'bun:test'
import type { Asset } from '@linnet/contract'
import { signIn } from '../accounts/sign-in.ts'
import type { Account, Answer, Instance } from '../instance.ts'
import { expectDetails } from '../refusals.ts'

export interface Uploader {
  account: Account
  cookie: string
  /** The response to an upload of these bytes. */
  send(file: Uint8Array, query?: string): Promise<Answer>
  /** The record of an upload; fails the test if it is refused. */
  upload(file: Uint8Array, query?: string): Promise<Asset>
  /** Calls the dashboard: `call('GET /assets')`. */
  call: Awaited<ReturnType<typeof signIn>>['call']
}

export async function uploader(instance: Instance): Promise<Uploader> {
  const account = await instance.account()
  const { call, cookie } = await signIn(instance, account)
  const send: Uploader['send'] = (file, query = '') => call(`POST /assets${query}`, { body: file })
  return {
    account,
    cookie,
    call,
    send,
    async upload(file, query) {
      const answer = await send(file, query)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.data as Asset
    },
  }
}

/** The server's response at a path, byte for byte. */
export async function bytesAt(instance: Instance, path: string): Promise<Uint8Array> {
  const answer = await fetch(instance.url + path)
  expect(answer.status).toBe(200)
  return await answer.bytes()
}

/** A refusal of the file itself, with a message that contains this. */
export function expectFault(answer: Answer, words: RegExp): void {
  expect([answer.status, answer.body?.error?.code], answer.text).toEqual([422, 'validation_failed'])
  const { details } = answer.body.error
  expectDetails(details)
  expect(details).toMatchObject([{ path: 'file', message: expect.stringMatching(words) }])
}
