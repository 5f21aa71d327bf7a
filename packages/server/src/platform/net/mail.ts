// Sends e-mail in the background over SMTP, with retries. Without a mail server, messages are written to the log.
import type { Transporter } from 'nodemailer'
import { waitAtMost } from '../concurrency/wait-at-most.ts'
import type { Log } from '../observability/log.ts'
import { family, type MetricFamily } from '../observability/metrics/index.ts'
import type { Clock } from '../time/clock.ts'

export interface Message {
  /** One address. */
  to: string
  subject: string
  text: string
}

/** Counts messages since the process started. */
interface MailCounts {
  sent: number
  /** Abandoned after the last attempt. */
  failed: number
  waiting: number
}

export interface Mailer {
  /** Returns at once and never fails, because a response must not depend on whether a message is delivered. */
  send(message: Message): void
  /** Whether there is a mail server; otherwise messages are only logged. */
  delivers: boolean
  /** How many more messages may wait: for callers whose messages can also be sent later. */
  room(): number
  metrics(): MetricFamily[]
  /** Waits a moment for the messages in flight, and logs those that are left. */
  stop(): Promise<void>
}

export interface MailerNeeds {
  /** `smtp://` or `smtps://`, with nodemailer's options in the query; null for the log. */
  smtpUrl: string | null
  from: string
  clock: Clock
  log: Log
  /** How long to wait for messages in flight when the server stops. */
  stopMilliseconds?: number
}

/** Pauses between attempts: long enough first for a restart of the mail server, then for a person to repair it. */
const pauses = [5_000, 60_000, 10 * 60_000, 60 * 60_000]
const mostConcurrent = 3
const mostWaiting = 1000
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function createMailer(needs: MailerNeeds): Mailer {
  const { smtpUrl } = needs
  return smtpUrl === null ? createLogMailer(needs.log) : new SmtpMailer({ ...needs, smtpUrl })
}

function createLogMailer(log: Log): Mailer {
  let sent = 0
  return {
    delivers: false,
    send({ to, subject, text }) {
      // A warning, so that it is logged at the default LOG_LEVEL and at `warn`.
      log.warn('a message, not sent because SMTP_URL is not set', { to, subject, text })
      sent++
    },
    room: () => mostWaiting,
    metrics: () => mailMetrics({ sent, failed: 0, waiting: 0 }),
    stop: async () => {},
  }
}

interface QueuedMessage {
  message: Message
  /** How often sending it has failed. */
  failures: number
}

class SmtpMailer implements Mailer {
  readonly delivers = true
  private sent = 0
  private failed = 0
  private isStopped = false
  private transport: Promise<Transporter> | null = null
  private readonly waiting: QueuedMessage[] = []
  private readonly sending = new Map<QueuedMessage, Promise<void>>()
  /** Messages that wait for their next attempt, with the function that cancels it. */
  private readonly retries = new Map<QueuedMessage, () => void>()

  constructor(private readonly needs: MailerNeeds & { smtpUrl: string }) {}

  send(message: Message): void {
    if (this.room() === 0) {
      this.failed++
      this.logLost(message, new Error('too many are waiting'))
      return
    }
    this.waiting.push({ message, failures: 0 })
    this.sendWaiting()
  }

  room(): number {
    return Math.max(0, mostWaiting - this.waiting.length - this.retries.size)
  }

  metrics(): MetricFamily[] {
    const { sent, failed, waiting, retries, sending } = this
    return mailMetrics({ sent, failed, waiting: waiting.length + retries.size + sending.size })
  }

  async stop(): Promise<void> {
    await waitAtMost(this.needs.stopMilliseconds ?? 2000, this.finishSending())
    this.isStopped = true
    for (const cancel of this.retries.values()) cancel()
    for (const { message } of [...this.waiting, ...this.retries.keys(), ...this.sending.keys()])
      this.logLost(message, new Error('the server stopped'))
    if (this.transport) (await this.transport).close()
  }

  private sendWaiting(): void {
    while (!this.isStopped && this.sending.size < mostConcurrent && this.waiting.length > 0) {
      const queued = this.waiting.shift() as QueuedMessage
      const ended = () => {
        this.sending.delete(queued)
        this.sendWaiting()
      }
      this.sending.set(queued, this.attempt(queued).then(ended, ended))
    }
  }

  private async finishSending(): Promise<void> {
    while (this.sending.size > 0) await Promise.race(this.sending.values())
  }

  private async attempt(queued: QueuedMessage): Promise<void> {
    try {
      await this.transmit(queued.message)
      this.sent++
    } catch (error) {
      // `stop` has logged it already.
      if (this.isStopped) return
      const pause = isFinal(error) ? undefined : pauses[queued.failures]
      queued.failures++
      if (pause !== undefined) return this.retryAfter(pause, queued)
      this.failed++
      this.logLost(queued.message, error, { tries: queued.failures })
    }
  }

  private async transmit({ to, subject, text }: Message): Promise<void> {
    this.transport ??= openTransport(this.needs.smtpUrl)
    await (await this.transport).sendMail({
      from: this.needs.from,
      // As an object it is one address, whatever characters it contains.
      to: { name: '', address: to },
      subject,
      text,
      // Prevents out-of-office replies (RFC 3834, section 5).
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  }

  private retryAfter(pause: number, queued: QueuedMessage): void {
    const cancel = this.needs.clock.every(pause, async () => {
      cancel()
      this.retries.delete(queued)
      this.waiting.push(queued)
      this.sendWaiting()
    })
    this.retries.set(queued, cancel)
  }

  private logLost({ to }: Message, error: unknown, details: { tries?: number } = {}): void {
    this.needs.log.error('a message could not be sent', error, { to, ...details })
  }
}

/** Loaded when the first message is sent, because the library takes 14 MiB. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
}

/**
 * Whether the mail server has refused the message for good (RFC 5321, section 4.2.1), so that a retry is useless. A wrong
 * password doesn't count: it can be corrected on either side.
 */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500
}

function mailMetrics({ sent, failed, waiting }: MailCounts): MetricFamily[] {
  return [
    family(
      'counter',
      'linnet_mail_sent_total',
      'Messages that the mail server accepted, or that were written to the log.',
      sent,
    ),
    family(
      'counter',
      'linnet_mail_failed_total',
      'Messages that were dropped after the last attempt.',
      failed,
    ),
    family('gauge', 'linnet_mail_pending', 'Messages that are waiting, or being retried.', waiting),
  ]
}
