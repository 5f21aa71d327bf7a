// The message printed when the server is ready: its addresses, and what to do next.
import { join } from 'node:path'
import type { Installation } from '../platform/process/own-program.ts'

interface InstanceLocation {
  origins: { public: string; api: string; mcp: string }
  databaseUrl: string | null
  dataDirectory: string
  port: number
  /** The port if none is configured. */
  defaultPort: number
}

interface WelcomeNeeds {
  location: InstanceLocation
  installed: Installation
  address: string
  setUpAddress: string | null
}

/**
 * The welcome of a server that listens on `address`. While there is no account, `setUpAddress` is set, and the text says
 * how to create one.
 */
export function welcome({ location, installed, address, setUpAddress }: WelcomeNeeds): string {
  const { origins, databaseUrl, dataDirectory } = location
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
  if (setUpAddress !== null) lines.push(...nextSteps(location, installed, setUpAddress))
  lines.push('', '  Stop with Ctrl+C.', '')
  return lines.join('\n')
}

function nextSteps(
  { origins, databaseUrl, dataDirectory, port, defaultPort }: InstanceLocation,
  { home, program, current }: Installation,
  setUpAddress: string,
): string[] {
  // A command finds the instance only with the same settings, so the line includes those that it needs.
  const atHome = current === home && dataDirectory === join(home, 'data')
  const linnet = quoted(atHome ? `./${program}` : join(home, program))
  // Without PUBLIC_URL, the addresses that commands print contain the port.
  const isPortNeeded = port !== defaultPort && origins.public === `http://localhost:${port}`
  const command = [
    ...(isPortNeeded ? [`PORT=${port}`] : []),
    ...(atHome || databaseUrl ? [] : [`DATA_DIR=${quoted(dataDirectory)}`]),
    linnet,
  ].join(' ')
  return [
    '',
    '  Next, create your administrator account in your browser. Keep this address to yourself; it works once.',
    '',
    `     ${setUpAddress}`,
    '',
    `  Or, in another terminal${atHome ? ' in this folder' : ''}${databaseUrl ? ' with the same DATABASE_URL' : ''}:`,
    '',
    '  1. create an account and an API key',
    `     ${command} user create --email you@example.com --password "choose one" --admin`,
    `     ${command} key create --email you@example.com --name first --scopes all`,
    '',
    '  2. create a short link, replacing sk_live_… with your key',
    `     curl ${origins.api}/v2/links -H 'Authorization: Bearer sk_live_…' \\`,
    `       -H 'Content-Type: application/json' -d '{"long_url": "https://example.com"}'`,
  ]
}

/** Quotes a word for the shell. */
function quoted(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
