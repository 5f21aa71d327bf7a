// The HTTP client is loaded with the first request. If that fails, later requests try again.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const script = `
  import { closeSync, openSync } from 'node:fs'
  import { createOutgoing } from '${join(import.meta.dir, 'index.ts')}'

  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('hello') })
  const outgoing = createOutgoing({ allowPrivateTargets: true })
  const outcome = () =>
    outgoing
      .request(server.url.href, { method: 'GET', timeoutMilliseconds: 5000, mostBytes: 100 })
      .then(({ status }) => status, ({ reason }) => reason)

  const files = []
  try {
    for (;;) files.push(openSync('/dev/null'))
  } catch {}
  const first = await outcome()
  for (const file of files) closeSync(file)
  console.log(first, await outcome())
  process.exit()
`

test('a request fails when no file can be opened for the client, and the next one succeeds', async () => {
  const command = ['sh', '-c', 'ulimit -n 100; exec "$0" -e "$1"', process.execPath, script]
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, error] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => new Response(stream).text()),
  )
  expect([out, error]).toEqual(['unreachable 200\n', ''])
})
