// QR code pictures in tests: requesting them, waiting for logos, and a server with logos.

import { expect } from 'bun:test'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Account, Instance } from '../instance.ts'
import { until } from '../timeouts.ts'

export interface PictureAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array
}

export async function picture(
  { url }: Instance,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<PictureAnswer> {
  const answer = await fetch(url + path, { method, headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, bytes: await answer.bytes() }
}

/** Sets a design and waits until its logo is ready or has failed; returns its settings. */
export async function withLogo(account: Account, at: string, body: object) {
  const answer = await account.call(`PUT ${at}`, { body })
  expect([answer.status, answer.body.data?.logo_status], answer.text).toStrictEqual([200, 'pending'])
  return await settled(account, at)
}

export async function settled(account: Account, at: string) {
  return await until('the logo is ready or has failed', async () => {
    const { data } = (await account.call(`GET ${at}`)).body
    return data.logo_status !== 'pending' && data
  })
}

export interface LogoServer {
  url: string
  /** The requested paths, in order. */
  asked: string[]
  /** The response of each path; 404 if there is none. */
  files: Map<string, (response: ServerResponse) => void>
  /** Adds a file, and returns its URL. */
  put(path: string, content: string | Uint8Array, type?: string): string
  stop(): void
}

export async function startLogoServer(): Promise<LogoServer> {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    logos.asked.push(path)
    const answer = logos.files.get(path)
    if (answer) answer(response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const logos: LogoServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    files: new Map(),
    put(path, content, type = 'application/octet-stream') {
      logos.files.set(path, (response) => response.writeHead(200, { 'content-type': type }).end(content))
      return logos.url + path
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
  return logos
}
