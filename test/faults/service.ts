// The service as its users reach it, whichever process currently serves; a request without a response throws `Unanswered`.
import { browser } from '../instance.ts'

/** The connection ended before a complete response, so it is unknown whether the request was carried out. */
export class Unanswered extends Error {}

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape.
  body: any
  /** Undoes what the request changed; null if it changed nothing. */
  token: string | null
}

export interface Visitor {
  address: string
  userAgent: string
  referer: string | null
  /** Whether the visit comes from a QR code. */
  scans: boolean
}

export class Service {
  /** The current URL of the service. */
  url = ''
  /** How many visits and API calls were answered. */
  readonly answered = { visits: 0, calls: 0 }
  private noticed = () => {}

  /**
   * `retries`: calls are repeated while the service answers 503. `treats503AsUnanswered`: a 503 counts as no answer, because
   * without the database it is unknown whether the change was stored.
   */
  constructor(
    private readonly key: string,
    private readonly retries = false,
    private readonly treats503AsUnanswered = false,
  ) {}

  /** Calls `/v2`: `call('POST /links', { body })`. Any unexpected response is an error. */
  async call(
    methodAndPath: string,
    {
      body,
      headers = {},
      expect = [200],
    }: { body?: object; headers?: Record<string, string>; expect?: number[] } = {},
  ): Promise<Reply> {
    const [method, path] = methodAndPath.split(' ')
    const ask = () =>
      this.ask(`/v2${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.key}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        body: body && JSON.stringify(body),
      })
    let reply = await ask()
    for (let times = 0; reply.status === 503 && this.retries && times < 50; times++) {
      await Bun.sleep(100)
      reply = await ask()
    }
    return expected(methodAndPath, reply, expect)
  }

  /** Opens a short URL; returns the status. */
  async visit(code: string, visitor: Visitor, expect = [302]): Promise<number> {
    const reply = await this.ask(`/${code}${visitor.scans ? '?qr' : ''}`, {
      redirect: 'manual',
      headers: {
        'user-agent': visitor.userAgent,
        'x-forwarded-for': visitor.address,
        accept: 'application/json',
        ...(visitor.referer ? { referer: visitor.referer } : {}),
      },
    })
    return expected(`a visit of ${code}`, reply, expect).status
  }

  /** Resolves once this many more visits or calls were answered, or `over` resolves. */
  async until(kind: 'visits' | 'calls', more: number, over: Promise<unknown>): Promise<void> {
    const goal = this.answered[kind] + more
    const reached = new Promise<void>((resolve) => {
      this.noticed = () => {
        if (this.answered[kind] >= goal) resolve()
      }
      this.noticed()
    })
    await Promise.race([reached, over])
  }

  /** The origin that the next request goes to. */
  protected origin(): string {
    return this.url
  }

  /** Called when a request to this origin got no response. */
  protected lost(_origin: string): void {}

  private async ask(path: string, init: RequestInit): Promise<Reply> {
    const origin = this.origin()
    const cutOff = (error: unknown): never => {
      this.lost(origin)
      throw new Unanswered(String(error))
    }
    const answer = await fetch(origin + path, init).catch(cutOff)
    // A redirect has no body.
    const text = answer.status === 302 ? '' : await answer.text().catch(cutOff)
    if (answer.status === 503 && this.treats503AsUnanswered) throw new Unanswered(`${path} was answered 503`)
    this.answered[path.startsWith('/v2/') ? 'calls' : 'visits']++
    this.noticed()
    const token = answer.headers.get('undo-token')
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : null, token }
  }
}

function expected(what: string, reply: Reply, statuses: number[]): Reply {
  if (statuses.includes(reply.status)) return reply
  throw new Error(`${what} was answered ${reply.status}: ${JSON.stringify(reply.body)}`)
}

/** A visitor with a random user agent, address and referring page; `below` chooses. */
export function randomVisitor(below: (end: number) => number): Visitor {
  return {
    address: `203.0.113.${below(250)}`,
    userAgent: userAgents[below(userAgents.length)] as string,
    referer: below(3) === 0 ? `https://site${below(5)}.example/page` : null,
    scans: below(4) === 0,
  }
}

const userAgents = [
  browser,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'curl/8.5.0',
]
