// What the terminal says when the server is up: where it is, and what to do next.
import { join } from 'node:path'
import type { Installation } from '../platform/process/own-program.ts'

interface Place {
  origins: { public: string; api: string; mcp: string }
  databaseUrl: string | null
  dataDirectory: string
  port: number
  /** The port of an instance that names none. */
  usualPort: number
}

/**
 * The welcome of a server that listens on `address`. `setUpAddress` is there while it has no account: then it tells how
 * to get one.
 */
export function welcome(
  place: Place,
  folders: Installation,
  address: string,
  setUpAddress: string | null,
): string {
  const { origins, databaseUrl, dataDirectory } = place
  const lines = [
    '',
    `  Linnet is running at ${origins.public}`,
    `  Dashboard: ${origins.public}/dashboard`,
    `  Your account: ${origins.public}/account`,
    `  API reference: ${origins.api}/v2/docs`,
    `  Agent tools: ${origins.mcp}/mcp`,
    `  Data: ${databaseUrl ? `PostgreSQL, journal in ${dataDirectory}` : `SQLite in ${dataDirectory}`}`,
  ]
  if (!origins.public.endsWith(`:${new URL(address).port}`)) lines.push(`  Listening on ${address}`)
  if (setUpAddress !== null) lines.push(...nextSteps(place, folders, setUpAddress))
  lines.push('', '  Stop with Ctrl+C.', '')
  return lines.join('\n')
}

function nextSteps(
  { origins, databaseUrl, dataDirectory, port, usualPort }: Place,
  { home, program, current }: Installation,
  setUpAddress: string,
): string[] {
  // A command finds the same instance only with the same settings, so those that it needs are in its line.
  const atHome = current === home && dataDirectory === join(home, 'data')
  const linnet = quoted(atHome ? `./${program}` : join(home, program))
  // Without PUBLIC_URL the addresses that commands print are made of the port.
  const isPortNeeded = port !== usualPort && origins.public === `http://localhost:${port}`
  const command = [
    ...(isPortNeeded ? [`PORT=${port}`] : []),
    ...(atHome || databaseUrl ? [] : [`DATA_DIR=${quoted(dataDirectory)}`]),
    linnet,
  ].join(' ')
  return [
    '',
    '  Next, in your browser: make yourself the administrator. The address is for you alone, and works once.',
    '',
    `     ${setUpAddress}`,
    '',
    `  Or, in another terminal${atHome ? ' in this folder' : ''}${databaseUrl ? ' with the same DATABASE_URL' : ''}:`,
    '',
    '  1. make yourself an account and an API key',
    `     ${command} user create --email you@example.com --password "choose one" --admin`,
    `     ${command} key create --email you@example.com --name first --scopes all`,
    '',
    '  2. create a short link, with the key in place of sk_live_…',
    `     curl ${origins.api}/v2/links -H 'Authorization: Bearer sk_live_…' \\`,
    `       -H 'Content-Type: application/json' -d '{"long_url": "https://example.com"}'`,
  ]
}

/** A word as the shell takes it. */
function quoted(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
