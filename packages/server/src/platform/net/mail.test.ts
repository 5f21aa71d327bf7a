// Messages reach a real mail server: over TLS, with a login, and after an outage.

import { heapStats } from 'bun:jsc'
import { afterEach, describe, expect, test } from 'bun:test'
import { TestClock } from '../../../../../test/clock.ts'
import { freePort } from '../../../../../test/machine/free-port.ts'
import { type MailServer, startMailServer } from '../../../../../test/servers/mail-server.ts'
import type { LogFields } from '../observability/log.ts'
import { createMailer, type Mailer } from './mail.ts'

const message = { to: 'ana@example.com', subject: 'Reset your password', text: 'Open https://go.example/x' }

interface Post {
  mailer: Mailer
  clock: TestClock
  errors: { error: unknown; fields?: LogFields }[]
  warnings: LogFields[]
  /** Resolves when the log has this many errors. */
  failed(count: number): Promise<void>
  /** Resolves when messages have started this many pauses before a retry. */
  paused(count: number): Promise<void>
}

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function server(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const started = await startMailServer(options)
  ends.push(started.stop)
  return started
}

/** Counts events, and resolves at a given count. */
function counter() {
  let happened = 0
  const waiting = new Map<() => void, number>()
  return {
    add() {
      happened++
      for (const [resolve, count] of waiting) if (happened >= count) resolve()
    },
    reaches: (count: number) =>
      new Promise<void>((resolve) => (happened >= count ? resolve() : waiting.set(resolve, count))),
  }
}

/** `stopMilliseconds` is for a server that never answers, to avoid waiting for the mailer's own timeout. */
function post(smtpUrl: string | null, stopMilliseconds?: number): Post {
  const [failures, pauses] = [counter(), counter()]
  const clock = new (class extends TestClock {
    override every(milliseconds: number, work: () => Promise<void>): () => void {
      pauses.add()
      return super.every(milliseconds, work)
    }
  })()
  const errors: Post['errors'] = []
  const warnings: LogFields[] = []
  const mailer = createMailer({
    smtpUrl,
    from: 'Linnet <linnet@go.example>',
    clock,
    stopMilliseconds,
    log: {
      info: () => {},
      warn: (_event, fields = {}) => void warnings.push(fields),
      error: (_event, error, fields) => {
        errors.push({ error, fields })
        failures.add()
      },
    },
  })
  ends.push(() => mailer.stop())
  return { mailer, clock, errors, warnings, failed: failures.reaches, paused: pauses.reaches }
}

test('a message arrives as it was written, to one recipient, marked as sent by a machine', async () => {
  const { port, next } = await server()
  post(`smtp://127.0.0.1:${port}?ignoreTLS=true`).mailer.send(message)
  const { headers, text, recipients } = await next('ana@example.com')
  expect(recipients).toEqual(['ana@example.com'])
  expect(headers.get('from')).toBe('Linnet <linnet@go.example>')
  expect(headers.get('to')).toBe('ana@example.com')
  expect(headers.get('subject')).toBe('Reset your password')
  expect(headers.get('auto-submitted')).toBe('auto-generated')
  expect(text.trim()).toBe(message.text)
})

test('letters of any script and long URLs arrive intact', async () => {
  const { port, next } = await server()
  const text = `Sila buka – «ini»:\n\nhttps://go.example/account/reset-password?token=${'x'.repeat(900)}&a=%3D=3D`
  post(`smtp://127.0.0.1:${port}?ignoreTLS=true`).mailer.send({ ...message, text })
  expect((await next('ana@example.com')).text.trim()).toBe(text)
})

test('an smtp:// address switches to TLS and signs in before anything is sent', async () => {
  const { port, next } = await server({
    server: {
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'linnet' && password === 'p@ss/word'
          ? done(null, { user: username })
          : done(new Error('no')),
    },
  })
  const { mailer } = post(
    `smtp://linnet:p%40ss%2Fword@127.0.0.1:${port}?requireTLS=true&tls.rejectUnauthorized=false`,
  )
  mailer.send(message)
  expect(await next('ana@example.com')).toMatchObject({ user: 'linnet', secure: true })
})

test('an smtps:// address speaks TLS from the first byte', async () => {
  const { port, next } = await server({ server: { secure: true } })
  post(`smtps://127.0.0.1:${port}?tls.rejectUnauthorized=false`).mailer.send(message)
  expect(await next('ana@example.com')).toMatchObject({ secure: true })
})

test('a mail server with an invalid certificate gets neither the password nor the message', async () => {
  const { port, mails } = await server({
    server: { authOptional: false, onAuth: (_auth, _session, done) => done(null, { user: 'x' }) },
  })
  const { mailer, clock, errors, failed, paused } = post(`smtps://linnet:secret@127.0.0.1:${port}`)
  mailer.send(message)
  for (const pause of [1, 2, 3, 4]) {
    await paused(pause)
    await clock.advance(3_600_000)
  }
  await failed(1)
  expect(mails).toEqual([])
  expect(String(errors[0]?.error)).not.toContain('secret')
})

describe('a mail server that fails', () => {
  test('permanently is tried once, and the log has the recipient but not the content', async () => {
    let asked = 0
    const { port, mails } = await server({
      refuse: () => {
        asked++
        return 550
      },
    })
    const { mailer, errors, failed } = post(`smtp://127.0.0.1:${port}?ignoreTLS=true`)
    mailer.send(message)
    await failed(1)
    expect(asked).toBe(1)
    expect(mails).toEqual([])
    expect(errors[0]?.fields).toEqual({ to: 'ana@example.com', tries: 1 })
    expect(Bun.inspect(errors)).not.toContain('go.example/x')
  })

  test('temporarily is tried again, and the message arrives once', async () => {
    const statuses = [451, 421]
    const { port, next, mails } = await server({ refuse: () => statuses.shift() ?? null })
    const { mailer, clock, errors, paused } = post(`smtp://127.0.0.1:${port}?ignoreTLS=true`)
    mailer.send(message)
    await paused(1)
    await clock.advance(5_000)
    await paused(2)
    await clock.advance(60_000)
    await next('ana@example.com')
    await clock.advance(3_600_000)
    expect(mails).toHaveLength(1)
    expect(errors).toEqual([])
  })

  test('to accept the password is tried again, because that may be corrected', async () => {
    let tries = 0
    const { port, mails, next } = await server({
      server: {
        authOptional: false,
        onAuth: (_auth, _session, done) => (tries++ === 0 ? done(null, {}) : done(null, { user: 'linnet' })),
      },
    })
    const { mailer, clock, errors, paused } = post(
      `smtp://linnet:secret@127.0.0.1:${port}?requireTLS=true&tls.rejectUnauthorized=false`,
    )
    mailer.send(message)
    await paused(1)
    await clock.advance(5_000)
    await next('ana@example.com')
    expect(mails).toHaveLength(1)
    expect(errors).toEqual([])
  })

  test('for a hundred messages leaves no memory behind except the messages', async () => {
    const { port } = await server({ refuse: () => 550 })
    const { mailer, failed } = post(`smtp://127.0.0.1:${port}?ignoreTLS=true`)
    const promises = () => {
      // Count only what is still referenced, whenever the rest is collected.
      Bun.gc(true)
      return heapStats().objectTypeCounts.Promise ?? 0
    }
    const before = promises()
    for (let count = 0; count < 120; count++) mailer.send(message)
    await failed(115)
    expect(promises() - before).toBeLessThan(3000)
    await failed(120)
  })

  test('because it is down gets the message when it is back', async () => {
    const port = await freePort()
    const { mailer, clock, errors, paused } = post(`smtp://127.0.0.1:${port}?ignoreTLS=true`)
    mailer.send(message)
    await paused(1)
    const { mails, next } = await server({ port })
    await clock.advance(5_000)
    await next('ana@example.com')
    expect(mails).toHaveLength(1)
    expect(errors).toEqual([])
  })

  test('for too long: the message is given up and logged', async () => {
    const { mailer, clock, errors, failed, paused } = post(
      `smtp://127.0.0.1:${await freePort()}?ignoreTLS=true`,
    )
    mailer.send(message)
    for (const pause of [1, 2, 3, 4]) {
      await paused(pause)
      await clock.advance(3_600_000)
    }
    await failed(1)
    expect(errors[0]?.fields).toEqual({ to: 'ana@example.com', tries: 5 })
  })
})

test('messages still queued when the server stops are logged', async () => {
  const { mailer, errors } = post(`smtp://127.0.0.1:${await freePort()}?ignoreTLS=true`)
  mailer.send(message)
  await mailer.stop()
  expect(errors.map(({ fields }) => fields)).toEqual([{ to: 'ana@example.com' }])
})

test('a mail server that never answers delays no request, and is logged when the server stops', async () => {
  const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  ends.push(async () => silent.stop(true))
  const { mailer, errors } = post(`smtp://127.0.0.1:${silent.port}?ignoreTLS=true`, 100)
  for (let count = 0; count < 5; count++) mailer.send(message)
  expect(errors).toEqual([])
  await mailer.stop()
  expect(errors.map(({ fields }) => fields)).toEqual(Array(5).fill({ to: 'ana@example.com' }))
})

test('the queue holds a thousand messages, and those beyond are dropped and logged', async () => {
  const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  ends.push(async () => silent.stop(true))
  const { mailer, errors } = post(`smtp://127.0.0.1:${silent.port}?ignoreTLS=true`, 100)
  expect(mailer.room()).toBe(1000)
  // Messages in flight don't count.
  for (let count = 0; count < 1003; count++) mailer.send(message)
  expect([mailer.room(), errors.length]).toEqual([0, 0])
  mailer.send(message)
  expect([mailer.room(), errors.length]).toEqual([0, 1])
})

test('nothing in a recipient or a subject can add a header or another recipient', async () => {
  const { port, next, mails } = await server()
  const { mailer } = post(`smtp://127.0.0.1:${port}?ignoreTLS=true`)
  mailer.send({ ...message, subject: 'Hello\r\nBcc: evil@example.net\r\n\r\nBought!' })
  const { headers, recipients } = await next('ana@example.com')
  expect(headers.has('bcc')).toBe(false)
  expect(recipients).toEqual(['ana@example.com'])
  mailer.send({ ...message, to: 'ana@example.com, evil@example.net' })
  mailer.send({ ...message, to: 'ana@example.com\r\nRCPT TO:<evil@example.net>' })
  mailer.send({ ...message, to: 'bo@example.com' })
  await next('bo@example.com')
  await mailer.stop()
  expect(mails.flatMap((mail) => mail.recipients)).not.toContain('evil@example.net')
})

test('without a mail server the whole message is a warning in the log', () => {
  const { mailer, warnings } = post(null)
  mailer.send(message)
  expect(warnings).toEqual([message])
})
