// The environment of an attack: a running server, an attacker's account, and files that an attacker would host.
import { join } from 'node:path'
import { fillKeys } from '../data/fill-keys.ts'
import { host } from '../data/requests.ts'
import { linnetCommand, type Server, type Settings } from '../servers.ts'

export interface Stage {
  server: Server
  /** API keys of the attacker's account. */
  keys: string[]
  /** URL of the attacker's own web server, on this machine: serves every path of `hostileFiles`. */
  files: string
  /** A folder for the requests of a load. */
  folder: string
}

const attacker = { email: 'attacker@example.com', password: 'the password of an attacker' }

/** Creates the attacker's account, with this many keys. The server is not running. */
export async function attackersKeys(settings: Settings, count: number): Promise<string[]> {
  const { email, password } = attacker
  await linnetCommand(['user', 'create', '--email', email, '--password', password], settings)
  return await fillKeys(settings, email, count)
}

/** Calls the API as the attacker; a refusal is returned too. */
export async function call(
  { server, keys }: Pick<Stage, 'server' | 'keys'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; data: Record<string, unknown> }> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { host, authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const { data } = (await answer.json()) as { data?: Record<string, unknown> }
  return { status: answer.status, data: data ?? {} }
}

/** The same, for calls that the attack depends on. */
export async function must(stage: Stage, method: string, path: string, body?: unknown) {
  const { status, data } = await call(stage, method, path, body)
  if (status !== 200) throw new Error(`${method} ${path} was answered ${status}`)
  return data
}

const mebibyte = 1024 * 1024
const hostileFiles: Record<string, () => Uint8Array | string> = {
  comments: () => '<!---->'.repeat(mebibyte / 7 - 1),
  doctype: () => `<!DOCTYPE ${'a'.repeat(mebibyte - 100)}`,
  blanks: () => `<?xml?>${' '.repeat(mebibyte - 100)}<!--`,
  nested: () => `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(300_000)}`,
  gif: () => endlessGif(),
}

/** A GIF whose image never ends: some 200,000 comment extensions of one byte each. */
function endlessGif(): Uint8Array {
  const header = [...'GIF89a'].map((sign) => sign.charCodeAt(0)).concat([1, 0, 1, 0, 0, 0, 0])
  const bytes = new Uint8Array(mebibyte - 1)
  bytes.set(header)
  for (let at = header.length; at + 5 < bytes.length; at += 5) bytes.set([0x21, 0xfe, 1, 0x61, 0], at)
  return bytes
}

/** The attacker's web server: serves `{file}` at `/{file}/` and any path below it. */
export function serveHostileFiles(): { url: string; stop(): void } {
  const bodies = new Map(Object.entries(hostileFiles).map(([name, make]) => [name, make()]))
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url }) {
      const body = bodies.get(new URL(url).pathname.split('/')[1] ?? '')
      return new Response(body as BodyInit | undefined, { status: body === undefined ? 404 : 200 })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    stop: () => void server.stop(true),
  }
}

export const requestsFile = (folder: string, name: string) => join(folder, `hostile-${name}`)
