// The destinations of watched links in the benchmark: very many names, each a host of its own, behind one HTTPS server.
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { startNameServer } from '../../test/servers/name-server.ts'
import { scratchFolder } from '../scratch.ts'
import type { Settings } from '../servers.ts'

export interface Destinations {
  /** With these, a server finds the destinations, trusts them and may reach them. */
  settings: Settings
  /** Whether a fifth of the hosts misbehave. */
  areHostile: boolean
  /** When each link's page was first asked for, in milliseconds since the Unix epoch. */
  asked: Map<number, number>
  /** The destination of a link. */
  addressOf(link: number): string
  isHostile(link: number): boolean
  stop(): void
}

const domain = 'watched.example'
const dripMilliseconds = 100
const tenGigabytes = 10_000_000_000

// Each kind is one of 20 hosts. A name that gets a private address can't be among them: here all addresses are private.
const misbehaviours: ((response: ServerResponse) => void)[] = [
  () => {},
  (response) => {
    const timer = setInterval(() => response.write('.'), dripMilliseconds)
    response.once('close', () => clearInterval(timer))
  },
  (response) => void response.writeHead(302, { location: `/again/${crypto.randomUUID()}` }).end(),
  (response) => {
    response.writeHead(200, { 'content-length': tenGigabytes })
    Readable.from(chunks()).pipe(response)
  },
]
const kinds = 20

function* chunks() {
  const chunk = Buffer.alloc(64 * 1024)
  for (;;) yield chunk
}

export async function startDestinations(hosts: number): Promise<Destinations> {
  const names = await startNameServer()
  for (let host = 0; host < hosts; host++) names.publishAddresses(`h${host}.${domain}`, '127.0.0.1')
  const { key, cert, file } = certificate()
  const asked = new Map<number, number>()
  const hostOf = (link: number) => link % hosts
  const misbehaviourOf = (host: number) => misbehaviours[host % kinds]
  const server = createServer({ key, cert }, ({ url = '', headers }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end()
    const link = /^\/page\/(\d+)$/.exec(url)?.[1]
    if (link !== undefined && !asked.has(Number(link))) asked.set(Number(link), Date.now())
    const host = Number(/^h(\d+)\./.exec(headers.host ?? '')?.[1])
    const misbehave = destinations.areHostile ? misbehaviourOf(host) : undefined
    if (misbehave) misbehave(response)
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Here</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const destinations: Destinations = {
    settings: {
      DNS_SERVERS: names.address,
      ALLOW_PRIVATE_TARGETS: 'true',
      NODE_EXTRA_CA_CERTS: file,
    },
    areHostile: false,
    asked,
    addressOf: (link) => `https://h${hostOf(link)}.${domain}:${port}/page/${link}`,
    isHostile: (link) => misbehaviourOf(hostOf(link)) !== undefined,
    stop() {
      names.stop()
      server.close().closeAllConnections()
    },
  }
  return destinations
}

/** A certificate for all names, and its file, so that a server can trust it. */
function certificate(): { key: Buffer; cert: Buffer; file: string } {
  const folder = scratchFolder()
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const name = ['-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:*.${domain}`]
  const made = Bun.spawnSync(['openssl', 'req', ...kind, ...name, '-keyout', key, '-out', file])
  if (made.exitCode !== 0) throw new Error(`openssl could not make a certificate: ${made.stderr}`)
  return { key: readFileSync(key), cert: readFileSync(file), file }
}
