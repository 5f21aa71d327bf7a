// A real mail server for tests, on loopback: it stores messages, and refuses those that a test chooses.
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Mail {
  /** The recipients of the SMTP envelope, whatever the headers say. */
  recipients: string[]
  /** By name in lower case; a repeated header keeps its last value. */
  headers: Map<string, string>
  text: string
  /** The authenticated user, and whether the connection used TLS. */
  user: string | null
  secure: boolean
}

export interface MailServer {
  port: number
  mails: Mail[]
  /** Resolves with the next message to this address that has this in its subject and that no test has taken yet. */
  next(to: string, subject?: string): Promise<Mail>
  stop(): Promise<void>
}

interface Options {
  port?: number
  /** The status to refuse a recipient with, such as 550; null accepts it. */
  refuse?: (recipient: string) => number | null
  server?: SMTPServerOptions
}

export async function startMailServer({
  port = 0,
  refuse = () => null,
  server: more,
}: Options = {}): Promise<MailServer> {
  const mails: Mail[] = []
  const taken = new Set<Mail>()
  const waiting: { fits(mail: Mail): boolean; take(mail: Mail): void }[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      const status = refuse(address)
      if (status === null) return done()
      done(Object.assign(new Error('refused by the test'), { responseCode: status }))
    },
    onData(stream, session, done) {
      new Response(stream as unknown as BodyInit).text().then((raw) => {
        const mail: Mail = {
          ...parsed(raw),
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          user: (session.user as string | undefined) ?? null,
          secure: session.secure,
        }
        mails.push(mail)
        const index = waiting.findIndex(({ fits }) => fits(mail))
        if (index >= 0) {
          taken.add(mail)
          waiting.splice(index, 1)[0]?.take(mail)
        }
        done()
      }, done)
    },
    ...more,
  })
  // Some tests disconnect in the middle on purpose.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  return {
    port: (server.server.address() as { port: number }).port,
    mails,
    next(to, subject = '') {
      const fits = ({ recipients, headers }: Mail) =>
        recipients.includes(to) && (headers.get('subject') ?? '').includes(subject)
      const there = mails.find((mail) => fits(mail) && !taken.has(mail))
      if (there) taken.add(there)
      return there ? Promise.resolve(there) : new Promise((take) => waiting.push({ fits, take }))
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function parsed(raw: string): Pick<Mail, 'headers' | 'text'> {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const body = raw.slice(end + 4).replaceAll('\r\n', '\n')
  return {
    headers,
    text: headers.get('content-transfer-encoding') === 'quoted-printable' ? unquoted(body) : body,
  }
}

/** Quoted-printable (RFC 2045, section 6.7) in UTF-8. */
function unquoted(body: string): string {
  const escaped = body.replaceAll('=\n', '').replaceAll('%', '%25')
  return decodeURIComponent(escaped.replaceAll(/=([0-9A-F]{2})/g, '%$1'))
}
