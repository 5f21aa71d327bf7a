// Sends messages in the background: over SMTP, tried again for a while; without a mail server, into the log.
import type { Transporter } from 'nodemailer'
import type { Log } from '../observability/log.ts'
import type { Clock } from '../time/clock.ts'

export interface Message {
  /** One address. */
  to: string
  subject: string
  text: string
}

/** Messages since the process started. */
export interface MailFigures {
  sent: number
  /** Given up for good. */
  failed: number
  waiting: number
}

export interface Mailer {
  /** Returns at once and never fails: no answer may be slower, or another one, because somebody gets a message. */
  send(message: Message): void
  /** How many messages more may wait: for those that can be sent later. */
  room(): number
  figures(): MailFigures
  /** Waits a moment for the messages on their way; those that are left are told in the log. */
  stop(): Promise<void>
}

export interface MailerNeeds {
  /** `smtp://` or `smtps://`, with what nodemailer reads from an address; null for the log. */
  smtpUrl: string | null
  from: string
  clock: Clock
  log: Log
  /** How long to wait for messages in flight when the server stops. */
  stopMilliseconds?: number
}

/** How long it waits before it tries again: a server that is restarted, then one that somebody has to mend. */
const pauses = [5_000, 60_000, 10 * 60_000, 60 * 60_000]
const atOnce = 3
const mostWaiting = 1000
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function createMailer({ smtpUrl, from, clock, log, stopMilliseconds = 2000 }: MailerNeeds): Mailer {
  let sent = 0
  let failed = 0
  if (smtpUrl === null)
    return {
      send({ to, subject, text }) {
        // A warning, so that it is there under the usual LOG_LEVEL and under `warn`.
        log.warn('a message, which SMTP_URL would send', { to, subject, text })
        sent++
      },
      room: () => mostWaiting,
      figures: () => ({ sent, failed, waiting: 0 }),
      stop: async () => {},
    }

  let transport: Promise<Transporter> | null = null
  const connect = () => {
    transport ??= openTransport(smtpUrl)
    return transport
  }
  const waiting: Letter[] = []
  const sending = new Map<Letter, Promise<void>>()
  const resting = new Map<Letter, () => void>()
  let stopped = false

  /** Starts what can be started; every letter that ends makes place for the next. */
  function work(): void {
    while (!stopped && sending.size < atOnce && waiting.length > 0) {
      const letter = waiting.shift() as Letter
      const ended = () => {
        sending.delete(letter)
        work()
      }
      sending.set(letter, deliver(letter).then(ended, ended))
    }
  }

  async function nothingLeft(): Promise<void> {
    while (sending.size > 0) await Promise.race(sending.values())
  }

  async function deliver(letter: Letter): Promise<void> {
    const { to, subject, text } = letter.message
    try {
      await (await connect()).sendMail({
        from,
        // As an object it is one address, whatever stands in it.
        to: { name: '', address: to },
        subject,
        text,
        // Keeps out-of-office notices from coming back (RFC 3834, section 5).
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      sent++
    } catch (error) {
      // Told already.
      if (stopped) return
      const pause = isFinal(error) ? undefined : pauses[letter.tries]
      letter.tries++
      if (pause !== undefined) return rest(letter, pause)
      failed++
      log.error('a message could not be sent', error, { to, tries: letter.tries })
    }
  }

  function rest(letter: Letter, pause: number): void {
    const wake = clock.every(pause, async () => {
      wake()
      resting.delete(letter)
      waiting.push(letter)
      work()
    })
    resting.set(letter, wake)
  }

  const room = () => Math.max(0, mostWaiting - waiting.length - resting.size)

  return {
    room,
    send(message) {
      if (room() === 0) {
        failed++
        return log.error('a message could not be sent', new Error('too many are waiting'), { to: message.to })
      }
      waiting.push({ message, tries: 0 })
      work()
    },
    figures: () => ({ sent, failed, waiting: waiting.length + resting.size + sending.size }),
    async stop() {
      await Promise.race([nothingLeft(), Bun.sleep(stopMilliseconds)])
      stopped = true
      for (const wake of resting.values()) wake()
      for (const { message } of [...waiting, ...resting.keys(), ...sending.keys()])
        log.error('a message could not be sent', new Error('the server stopped'), { to: message.to })
      if (transport) (await transport).close()
    },
  }
}

/** The library takes 14 MiB, which an instance that sends nothing has no use for. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
}

interface Letter {
  message: Message
  tries: number
}

/**
 * Whether the mail server has refused for good (RFC 5321, section 4.2.1): asking again would change nothing. A wrong
 * password is not about the message, and the mail server's or ours may be mended.
 */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500
}
