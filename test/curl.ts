// Finds the curl that the documented commands are run with, and asks servers by it as a name that is nobody's would.
import { canInstallPackages, installPackages } from './apt.ts'

/** Makes sure that there is a curl, installing it where that is possible. */
export async function ensureCurl(): Promise<void> {
  if (Bun.which('curl')) return
  if (canInstallPackages()) await installPackages('curl')
  if (!Bun.which('curl'))
    throw new Error('curl is missing; install it (apt-get install curl as root) and run the tests again.')
}

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
