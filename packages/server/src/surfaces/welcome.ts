// What the terminal says when the server is up: where it is, and what to do next.

interface Place {
  origins: { public: string; api: string }
  databaseUrl: string | null
  dataDirectory: string
}

/** The welcome of a server that listens on `address`; without accounts it tells how to get one. */
export function welcome(
  { origins, databaseUrl, dataDirectory }: Place,
  address: string,
  hasUsers: boolean,
): string {
  const lines = [
    '',
    `  Linnet is running at ${origins.public}`,
    `  API reference: ${origins.api}/v2/docs`,
    `  Data: ${databaseUrl ? 'PostgreSQL' : 'SQLite'}${databaseUrl ? `, journal in ${dataDirectory}` : ` in ${dataDirectory}`}`,
  ]
  if (!origins.public.endsWith(`:${new URL(address).port}`)) lines.push(`  Listening on ${address}`)
  if (!hasUsers)
    lines.push(
      '',
      '  Next, in another terminal in this folder:',
      '',
      '  1. make yourself an account and an API key',
      '     ./bin/linnet user create --email you@example.com --password "choose one"',
      '     ./bin/linnet key create --email you@example.com --name first --scopes all',
      '',
      '  2. create a short link, with the key in place of sk_live_…',
      `     curl ${origins.api}/v2/links -H 'Authorization: Bearer sk_live_…' \\`,
      `       -H 'Content-Type: application/json' -d '{"long_url": "https://example.com"}'`,
    )
  lines.push('', '  Stop with Ctrl+C.', '')
  return lines.join('\n')
}
