// Sends requests with curl, even for host names that do not resolve.
import { needs } from '../command/requirements.ts'

needs('curl')

export interface CurlAnswer {
  /** curl's own exit code: 0, or for example 35 if there was no TLS connection. */
  exit: number
  status: number
  location: string
  /** The HTTP version, such as 2. */
  version: string
  body: string
}

/** Sends a request with curl. */
export async function curl(...args: string[]): Promise<CurlAnswer> {
  const written = '\n%{http_code} %{http_version} %{redirect_url}'
  const child = Bun.spawn(['curl', '-sS', '-m', '20', '-w', written, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const output = await new Response(child.stdout).text()
  const end = output.lastIndexOf('\n')
  const [status, version = '', location = ''] = output.slice(end + 1).split(' ')
  return { exit: await child.exited, status: Number(status), version, location, body: output.slice(0, end) }
}
