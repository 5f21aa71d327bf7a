// Sends requests with curl, also for host names that do not resolve.
import { needs } from '../command/requirements.ts'

needs('curl')

export interface CurlAnswer {
  /** How curl itself ended: 0, or for example 35 where there was no TLS connection. */
  exit: number
  status: number
  location: string
  /** Of HTTP, such as 2. */
  version: string
  body: string
}

/** Asks with curl. */
export async function curl(...words: string[]): Promise<CurlAnswer> {
  const written = '\n%{http_code} %{http_version} %{redirect_url}'
  const child = Bun.spawn(['curl', '-sS', '-m', '20', '-w', written, ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said = await new Response(child.stdout).text()
  const end = said.lastIndexOf('\n')
  const [status, version = '', location = ''] = said.slice(end + 1).split(' ')
  return { exit: await child.exited, status: Number(status), version, location, body: said.slice(0, end) }
}
