// Runs docs/webhooks.md as it is written: its commands print the output shown below them, and its payloads match what is
// sent.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventTypes, usualEvents } from '@linnet/contract'
import { signIn } from '../test/accounts/sign-in.ts'
import { needs } from '../test/command/requirements.ts'
import { type Instance, startInstance } from '../test/instance.ts'
import { freePort } from '../test/machine/free-port.ts'
import { endAll, root, serve } from '../test/machine/program.ts'
import { until } from '../test/timeouts.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../test/webhooks/webhook-receiver.ts'

needs('curl')

const document = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')

/** The commands of the document, each with the output shown below them. */
const steps = [
  ...document.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n```(?:text|json)\n([\s\S]*?)^```$)?/gm),
].map(([, typed = '', shown = '']) => ({ typed, shown }))
// The others start the server, and try out a program, which has a test of its own.
const typed = steps.filter(({ typed }) => !typed.includes('npm start') && !typed.startsWith('printf'))
/** The document's block below a given text. */
const under = (words: string) =>
  new RegExp(`${RegExp.escape(words)}\n\n\`\`\`\\w+\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(document)?.[1] ?? ''
const receiverProgram = under('Save it as `/tmp/receiver.mjs`:')
const verifyingProgram = under('Save it as `/tmp/verify.mjs`; `node /tmp/verify.mjs` runs it.')
const received = under('the receiver prints the delivery:')
const listening = under('node /tmp/receiver.mjs\n```')
const judged = under('Under its delivery, the receiver prints:')

/** Without what differs from run to run: ports, identifiers, keys, signatures and times. */
function settled(text: string): string {
  return text
    .replaceAll(/localhost:\d+/g, 'localhost:0')
    .replace(/^Listening on \d+$/m, 'Listening on 0')
    .replaceAll(/\b(whk|evt|lnk|clk)_\w+/g, '$1_…')
    .replaceAll(/(whsec_|v1,|sha256=)[\w+/=]+/g, '$1…')
    .replaceAll(/\b1\d{9}\b/g, '0')
    .replaceAll(/"milliseconds":\d+/g, '"milliseconds":0')
    .trim()
}

describe('the commands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-webhook-document-'))
  const printed: string[] = []
  let printedByReceiver = ''
  let printedByProgram = ''

  beforeAll(async () => {
    const [port, receiverPort] = [await freePort(), await freePort()]
    const settings = { DATA_DIR: join(folder, 'data'), PORT: String(port) }
    await serve({ ...settings, ALLOW_PRIVATE_TARGETS: 'true' })
    const here = (text: string) =>
      text
        // First, for the repository itself may be in there.
        .replaceAll('/tmp/', `${folder}/`)
        .replaceAll('./bin/linnet', join(root, 'bin/linnet'))
        .replaceAll('localhost:3000', `localhost:${port}`)
        .replaceAll(/\b4000\b/g, String(receiverPort))
    writeFileSync(join(folder, 'receiver.mjs'), here(receiverProgram))
    writeFileSync(join(folder, 'verify.mjs'), verifyingProgram)
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
    const shell = Bun.spawn(['sh'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] })
    const receivers: { end(): Promise<void>; said(end: string): Promise<string> }[] = []
    const startReceiver = (command: string) => {
      const child = Bun.spawn(['sh', '-c', `exec env ${command}`], { env, stdout: 'pipe' })
      const receiver = {
        said: wordsOf(child.stdout),
        async end() {
          child.kill()
          await child.exited
        },
      }
      receivers.push(receiver)
      return receiver
    }
    try {
      const fromShell = wordsOf(shell.stdout)
      const type = async (commands: string) => {
        shell.stdin.write(`${commands}printf '\\n@@end@@\\n'\n`)
        await shell.stdin.flush()
        return (await fromShell('\n@@end@@\n')).trim()
      }
      await type('exec 2>&1\n')
      let [webhook, secret] = ['', '']
      for (const { typed: commands, shown } of typed) {
        const given = here(commands)
          .replaceAll(/\bwhk_\w+/g, webhook)
          .replaceAll(/\bwhsec_[\w+/=]+/g, secret)
          .replaceAll(/\bevt_\w+/g, () => /evt_\w+/.exec(printedByReceiver)?.[0] ?? '')
        if (given.includes('receiver.mjs')) {
          // The first one has received its delivery when it is stopped.
          const [first] = receivers
          if (first) printedByReceiver = `${await first.said('}}\n')}}}`
          await first?.end()
          printed.push(`${await startReceiver(given).said('\n')}`)
          continue
        }
        let said = await type(given)
        // A delivery and its result are stored a moment after its cause. The following commands must
        // not overtake it.
        const isThere = () => settled(said) === settled(shown)
        if (given.includes('/deliveries?') && !isThere())
          await until(
            () => `expected the output in the document, not: ${said}`,
            async () => {
              said = await type(given)
              return isThere()
            },
          )
        printed.push(said)
        webhook = /^id: +(whk_\w+)$/m.exec(said)?.[1] ?? webhook
        secret = /^secret: (\S+)$/m.exec(said)?.[1] ?? secret
      }
      const second = receivers[1]
      await second?.said('}}\n\n')
      printedByProgram = `${await second?.said('\nX-')}\nX-${await second?.said('\n')}\n`
    } finally {
      shell.kill()
      await Promise.all([shell.exited, ...receivers.map((receiver) => receiver.end())])
    }
  })
  afterAll(async () => {
    await endAll()
    rmSync(folder, { recursive: true })
  })

  test('print the output shown below them', () => {
    expect(typed.length).toBeGreaterThan(8)
    const shown = typed.map(({ typed, shown }) => (typed.includes('receiver.mjs') ? listening : shown))
    expect(printed.map(settled)).toEqual(shown.map(settled))
  })

  test('work after those of the README, and use other codes', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const codes = (text: string) => [...text.matchAll(/"custom_slug": "(\w+)"/g)].map(([, code]) => code)
    expect(codes(readme)).not.toBeEmpty()
    for (const code of codes(document)) expect(codes(readme)).not.toContain(code)
    // The account is that of the README, whose line is left out then.
    const account = /^\.\/bin\/linnet user create .*$/m
    expect(account.exec(document)?.[0]).toBe(account.exec(readme)?.[0])
  })

  test('cause the delivery that the receiver prints', () => {
    expect(settled(printedByReceiver)).toBe(settled(received))
  })

  test('make the program accept a fresh delivery as valid', () => {
    expect(printedByProgram).toBe(judged)
  })
})

/** Reads a program's output up to, but without, a given string. */
function wordsOf(output: ReadableStream<Uint8Array>): (end: string) => Promise<string> {
  const decoder = new TextDecoder()
  const reader = output.getReader()
  let said = ''
  return async (end) => {
    while (!said.includes(end)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`it ended without printing ${end}: ${said}`)
      said += decoder.decode(value, { stream: true })
    }
    const [words = '', ...rest] = said.split(end)
    said = rest.join(end)
    return words
  }
}

describe('the payloads', () => {
  let instance: Instance
  let receiver: WebhookReceiver
  // biome-ignore lint/suspicious/noExplicitAny: events of every shape.
  const sent = new Map<string, any>()

  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    instance = await startInstance('sqlite', { ALLOW_PRIVATE_TARGETS: 'true' })
    const account = await instance.account()
    const { call } = await signIn(instance, account)
    const body = { url: `${receiver.url}/hook`, events: eventTypes }
    await call('POST /webhooks', { body })
    const { short } = await account.link({ title: 'Launch' })
    await account.call(`PUT /links/${short}`, { body: { title: 'Launch day' } })
    await instance.visit(`/${short}?qr`)
    // Archived after its click, as in the document.
    await account.call(`GET /links/${short}/stats/lifetime`)
    await account.call(`DELETE /links/${short}`)
    await account.call('POST /microsites', { body: { slug: 'ana', title: 'Ana', kind: 'portfolio' } })
    const deleted = await account.call(`POST /links/${short}/delete`)
    await account.call('POST /undo', { body: { token: deleted.headers.get('undo-token') } })
    for (const type of [...usualEvents, 'link.deleted', 'link.restored'] as const) {
      const { event } = await receiver.next((arrival) => arrival.headers['x-svc-event'] === type)
      sent.set(type, event)
    }
  })
  afterAll(async () => {
    await instance?.stop()
    await instance?.database.remove()
    await receiver?.stop()
  })

  const documentedOf = (type: string) => {
    const block = new RegExp(
      `^### \`${RegExp.escape(type)}\`$[\\s\\S]*?^\`\`\`json\n([\\s\\S]*?)^\`\`\`$`,
      'm',
    )
    return JSON.parse(block.exec(document)?.[1] ?? 'null')
  }

  test.each([...usualEvents])('%s has the fields that are sent, with the same types', (type) => {
    const documented = documentedOf(type)
    expect(documented.type).toBe(type)
    expect(shapeOf(sent.get(type))).toEqual(shapeOf(documented))
  })

  // Nothing is broken here: features/links/link-health/ tests those events.
  test.each(['link.deleted', 'link.restored'])(
    '%s has the record of the link, as link.archived has',
    (type) => {
      expect(shapeOf(sent.get(type).data)).toEqual(shapeOf(documentedOf('link.archived').data))
    },
  )

  test('a scan emits two events, for the same click', () => {
    expect(sent.get('qr.scanned').data).toEqual(sent.get('link.clicked').data)
    expect(sent.get('qr.scanned').id).not.toBe(sent.get('link.clicked').id)
  })
})

/** The names of all fields, in order, with the types of their values, and the prefixes of ids. */
function shapeOf(value: unknown): unknown {
  const prefix = typeof value === 'string' ? /^([a-z]{3}_)[0-9a-z]{26}$/.exec(value)?.[1] : undefined
  if (prefix !== undefined) return prefix
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  return Object.entries(value).map(([name, member]) => [name, shapeOf(member)])
}
