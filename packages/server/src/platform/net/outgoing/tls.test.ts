// Requests over TLS: the server's certificate must be valid for the address, whatever the environment says.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { needs } from '../../../../../../test/command/requirements.ts'
import { startRawServer } from '../../../../../../test/servers/raw-server.ts'
import { createOutgoing } from './index.ts'

needs('openssl')

const folder = mkdtempSync(join(tmpdir(), 'linnet-tls-'))
const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
const options = { mostBytes: 1000, timeoutMilliseconds: 5000 }
const seen: string[] = []
let server: Server
let port: number
let ca: string

beforeAll(async () => {
  const name = ['-subj', '/CN=hooks.example.com', '-addext', 'subjectAltName=DNS:hooks.example.com']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const made = Bun.spawnSync(['openssl', 'req', ...kind, ...name, '-keyout', key, '-out', certificate])
  if (made.exitCode !== 0) throw new Error(`openssl could not make a certificate: ${made.stderr}`)
  ca = readFileSync(certificate, 'utf8')
  server = createServer({ key: readFileSync(key), cert: ca }, (request, response) => {
    seen.push(`${(request.socket as TLSSocket).servername} ${request.headers.host}`)
    response.end('hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const trusting = (authority?: string) =>
  createOutgoing({ allowPrivateTargets: true, resolve: async () => ['127.0.0.1'], ca: authority })

test('a server with a valid certificate gets the request, with its name', async () => {
  const { status, body } = await trusting(ca).request(`https://hooks.example.com:${port}/`, options)
  expect([status, Buffer.from(body).toString()]).toEqual([200, 'hello'])
  expect(seen.splice(0)).toEqual([`hooks.example.com hooks.example.com:${port}`])
})

test('a certificate for another name, or without the IP address, is refused, and nothing is sent', async () => {
  for (const host of ['other.example.com', 'example.com', '127.0.0.1'])
    await expect(trusting(ca).request(`https://${host}:${port}/`, options)).rejects.toMatchObject({
      reason: 'tls',
    })
  expect(seen).toEqual([])
})

test('an untrusted certificate is refused, even if the environment disables the check', async () => {
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    const request = trusting().request(`https://hooks.example.com:${port}/`, options)
    await expect(request).rejects.toMatchObject({ reason: 'tls', status: null })
  } finally {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
  }
  expect(seen).toEqual([])
})

test('a server that does not speak TLS is refused, and one that is silent times out', async () => {
  // The first bytes of a handshake contain no empty line, so the server responds at once.
  const plain = await startRawServer(() => {})
  const silent = trusting(ca).request(`https://hooks.example.com:${plain.port}/`, {
    ...options,
    timeoutMilliseconds: 100,
  })
  await expect(silent).rejects.toMatchObject({ reason: 'timeout' })
  await plain.closed()
  plain.stop()
  const speaking = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') },
  })
  const spoken = trusting(ca).request(`https://hooks.example.com:${speaking.port}/`, options)
  await expect(spoken).rejects.toMatchObject({ reason: 'tls' })
  speaking.stop(true)
})
