// docs/webhooks.md: runs the program in each language with real, forged and old deliveries. webhook-document.test.ts also
// checks what the one in JavaScript prints for a fresh delivery.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DashboardCall, signIn } from '../test/accounts/sign-in.ts'
import { needs } from '../test/command/requirements.ts'
import { type Account, type Instance, startInstance } from '../test/instance.ts'
import { type CommandOutput, outcomeOf } from '../test/machine/child-output.ts'
import { root } from '../test/machine/program.ts'
import { longMilliseconds } from '../test/timeouts.ts'
import {
  type IncomingRequest,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../test/webhooks/webhook-receiver.ts'

needs('Python', 'PHP', 'Ruby', 'Go')

interface Language {
  name: string
  /** The info string of its block in Markdown. */
  mark: string
  file: string
  program: string
  /** Builds the file; without it, the program runs the file itself. */
  build?: string[]
}

const languages: Language[] = [
  { name: 'JavaScript', mark: 'js', file: 'verify.mjs', program: 'node' },
  { name: 'Python', mark: 'python', file: 'verify.py', program: 'python3' },
  { name: 'PHP', mark: 'php', file: 'verify.php', program: 'php' },
  { name: 'Ruby', mark: 'ruby', file: 'verify.rb', program: 'ruby' },
  {
    ...{ name: 'Go', mark: 'go', file: 'verify.go', program: 'go' },
    build: ['go', 'build', '-o', 'verify-go', 'verify.go'],
  },
]

const document = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')

/** The program in the document under the name of a language, and how it is saved and run. */
function snippet({ name, mark, file, program, build }: Language): string {
  const typed = `${program}${build ? ' run' : ''} /tmp/${file}`
  const heading = `### ${name}\n\nSave it as \`/tmp/${file}\`; \`${typed}\` runs it.\n\n`
  const block = new RegExp(`^${RegExp.escape(heading)}\`\`\`${mark}\n([\\s\\S]*?)^\`\`\`$`, 'm')
  const [, text] = block.exec(document) ?? []
  if (!text) throw new Error(`docs/webhooks.md has no program in ${name}`)
  return text
}

/** The delivery that the document tries a program with, and the output. */
const [, typed = '', shown = ''] =
  /^```sh\n(printf [\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/m.exec(document) ?? []

const folder = mkdtempSync(join(tmpdir(), 'linnet-snippets-'))

async function build(language: Language): Promise<void> {
  writeFileSync(join(folder, language.file), snippet(language))
  if (!language.build) return
  const child = Bun.spawn(language.build, { cwd: folder, stdout: 'ignore', stderr: 'pipe' })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`the program in ${language.name} cannot be built: ${said}`)
}

interface Verdicts {
  'webhook-signature': string
  'X-SVC-Signature': string
}

const commandOf = ({ build, program, file }: Language) => (build ? ['./verify-go'] : [program, file])

/** A program's verdict on a delivery. */
async function run(
  language: Language,
  secret: string,
  { headers, body }: IncomingRequest,
): Promise<Verdicts> {
  const environment = { WEBHOOK_SECRET: secret, ...asVariables(headers) }
  return await answerOf(commandOf(language), environment, body)
}

/** Headers as CGI names them. */
function asVariables(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
      value,
    ]),
  )
}

async function answerOf(...program: Parameters<typeof ran>): Promise<Verdicts> {
  const { out, ...ending } = await ran(...program)
  expect(ending).toEqual({ status: 0, error: '' })
  return verdictsOf(out)
}

async function ran(
  command: string[],
  environment: Record<string, string> = {},
  input: Buffer = Buffer.alloc(0),
): Promise<CommandOutput> {
  const child = Bun.spawn(command, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdin: input,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return await outcomeOf(child)
}

function verdictsOf(text: string): Verdicts {
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(': ')),
  )
}

const verdicts = (standard: string, svc: string): Verdicts => ({
  'webhook-signature': standard,
  'X-SVC-Signature': svc,
})
const valid = verdicts('valid', 'valid')
const refused = verdicts('refused', 'refused')

let instance: Instance
let account: Account
let receiver: WebhookReceiver
let secret: string
let newSecret: string
let arrival: IncomingRequest
/** Signed with both secrets. */
let rotating: IncomingRequest
/** Sent ten minutes ago, and ten minutes in the future. */
let early: IncomingRequest
let late: IncomingRequest

beforeAll(async () => {
  for (const language of languages) await build(language)
}, longMilliseconds)
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  instance = await startInstance('sqlite', { ALLOW_PRIVATE_TARGETS: 'true' })
  account = await instance.account()
  const { call } = await signIn(instance, account)
  const deliver = deliveries(call)
  const first = await deliver()
  ;({ arrival, secret } = first)
  early = await shifted(-600_000, first.again)
  late = await shifted(600_000, first.again)
  newSecret = (await call(`POST /webhooks/${first.id}/secret`, { body: {} })).body.data.secret
  rotating = await first.again()
})
afterAll(async () => {
  await instance?.stop()
  await instance?.database.remove()
  await receiver?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Creates an endpoint; returns its first delivery, and a function that triggers another one. */
function deliveries(call: DashboardCall) {
  return async () => {
    const body = { url: `${receiver.url}/hook`, events: ['link.created'] }
    const { id, secret } = (await call('POST /webhooks', { body })).body.data
    const again = async () => {
      const link = await account.link({ title: 'Kopi & “ketan” ☕' })
      return await receiver.next(({ event }) => event.data.id === link.id)
    }
    return { id: id as string, secret: secret as string, arrival: await again(), again }
  }
}

async function shifted<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  instance.clock.move(milliseconds)
  try {
    return await work()
  } finally {
    instance.clock.move(-milliseconds)
  }
}

describe.each(languages)('the program in $name', (language) => {
  const withHeaders = (headers: Record<string, string>) => ({
    ...arrival,
    headers: { ...arrival.headers, ...headers },
  })

  test('accepts a delivery that arrived', async () => {
    expect(await run(language, secret, arrival)).toEqual(valid)
  })

  test('during a rotation, accepts both secrets, but X-SVC-Signature only with the old one', async () => {
    expect(await run(language, secret, rotating)).toEqual(valid)
    expect(await run(language, newSecret, rotating)).toEqual(verdicts('valid', 'refused'))
  })

  test('prints what the document shows for its delivery', async () => {
    expect(typed).toContain('  node /tmp/verify.mjs < ')
    const inLanguage = typed.replace('node /tmp/verify.mjs', commandOf(language).join(' '))
    const command = ['sh', '-c', inLanguage.replaceAll('/tmp/', `${folder}/`)]
    expect(await answerOf(command)).toEqual(verdictsOf(shown))
  })

  test('refuses a body with a changed or added byte', async () => {
    const changed = Buffer.from(arrival.body)
    changed[changed.length - 3] = (changed.at(-3) as number) ^ 1
    expect(await run(language, secret, { ...arrival, body: changed })).toEqual(refused)
    const longer = Buffer.concat([arrival.body, Buffer.from('\n')])
    expect(await run(language, secret, { ...arrival, body: longer })).toEqual(refused)
  })

  test('refuses another secret', async () => {
    expect(await run(language, newSecret, arrival)).toEqual(refused)
  })

  test('stops without a secret, even for a delivery signed with an empty one', async () => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = arrival.headers
    const signed = (text: string, encoding: 'base64' | 'hex') =>
      createHmac('sha256', '').update(text).update(arrival.body).digest(encoding)
    const { headers } = withHeaders({
      'webhook-signature': `v1,${signed(`${id}.${timestamp}.`, 'base64')}`,
      'x-svc-signature': `sha256=${signed('', 'hex')}`,
    })
    const environments: Record<string, string>[] = [{}, { WEBHOOK_SECRET: '' }]
    for (const environment of environments)
      expect(
        await ran(commandOf(language), { ...environment, ...asVariables(headers) }, arrival.body),
      ).toEqual({ status: 1, out: '', error: 'WEBHOOK_SECRET is not set\n' })
  })

  test('refuses a delivery from ten minutes ago, and one from ten minutes in the future', async () => {
    const replayed = verdicts('refused', 'valid')
    expect(await run(language, secret, early)).toEqual(replayed)
    expect(await run(language, secret, late)).toEqual(replayed)
  })

  test('refuses an old delivery that claims to be new, or another event', async () => {
    const now = String(Math.floor(Date.now() / 1000))
    const renewed = { ...early, headers: { ...early.headers, 'webhook-timestamp': now } }
    expect((await run(language, secret, renewed))['webhook-signature']).toBe('refused')
    const renamed = withHeaders({ 'webhook-id': early.event.id })
    expect((await run(language, secret, renamed))['webhook-signature']).toBe('refused')
  })

  test('refuses, without crashing, missing or malformed signatures', async () => {
    expect(await run(language, secret, { ...arrival, headers: {} })).toEqual(refused)
    for (const nonsense of [' v1 v1, sha256=', 'v1,é ☕', 'x'.repeat(10_000)]) {
      const forged = withHeaders({ 'webhook-signature': nonsense, 'x-svc-signature': nonsense })
      expect(await run(language, secret, forged)).toEqual(refused)
    }
  })

  test('refuses, without crashing, malformed times', async () => {
    for (const nonsense of ['now', '99999999999999999999']) {
      const forged = withHeaders({ 'webhook-timestamp': nonsense })
      expect(await run(language, secret, forged)).toEqual(verdicts('refused', 'valid'))
    }
  })
})
