// Uploads images as the dashboard does, and looks at what is answered for them.
import { expect } from 'bun:test'
import type { Asset } from '@linnet/contract'
import { signIn } from '../accounts/sign-in.ts'
import type { Account, Answer, Instance } from '../instance.ts'

export interface Uploader {
  account: Account
  cookie: string
  /** The answer to an upload of these bytes. */
  send(file: Uint8Array, query?: string): Promise<Answer>
  /** The record of an upload, failing the test where it is refused. */
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

/** What the server answers at a path, byte by byte. */
export async function bytesAt(instance: Instance, path: string): Promise<Uint8Array> {
  const answer = await fetch(instance.url + path)
  expect(answer.status).toBe(200)
  return await answer.bytes()
}

/** A refusal of the file itself, in words that have this in them. */
export function expectFault(answer: Answer, words: RegExp): void {
  expect([answer.status, answer.body?.error?.code], answer.text).toEqual([422, 'validation_failed'])
  expect(answer.body.error.details).toStrictEqual([{ path: 'file', message: expect.stringMatching(words) }])
}
