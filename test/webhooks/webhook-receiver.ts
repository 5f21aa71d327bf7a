// Who receives deliveries in tests: it keeps and counts what it is sent, and answers as a test wants, or misbehaves.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface IncomingRequest {
  /** Where to, such as `/hook`: one receiver can be several endpoints. */
  path: string
  /** By their names in small letters. */
  headers: Record<string, string>
  /** Byte for byte. */
  body: Buffer
  /** The body as JSON; null where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape.
  event: any
  /** The event's id, as its header tells; '' without one. */
  id: string
  /** When all of it was there, in milliseconds of the machine's clock. */
  at: number
}

/** A status, a whole answer, or whatever a test does to the socket: nothing at all is a receiver that hangs. */
export type Reply =
  | number
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((socket: Socket) => void)

export interface WebhookReceiver {
  port: number
  /** `http://127.0.0.1:` and the port; any path may follow. */
  url: string
  /** What came, in the order in which it came. */
  arrivals: IncomingRequest[]
  /** How often each event came, by its id. */
  counts: Map<string, number>
  /** How to answer: 200 unless a test says otherwise, at any time. A promise answers when it is kept. */
  answer: (arrival: IncomingRequest) => Reply | Promise<Reply>
  /** The next that fits and that no test has taken yet, as soon as it is there. */
  next(fits?: (arrival: IncomingRequest) => boolean): Promise<IncomingRequest>
  /** Ends it, and cuts the connections of those who still wait for an answer. */
  stop(): Promise<void>
}

export async function startWebhookReceiver(
  answer: WebhookReceiver['answer'] = () => 200,
  port = 0,
): Promise<WebhookReceiver> {
  const taken = new Set<IncomingRequest>()
  const waiting: { fits(arrival: IncomingRequest): boolean; take(arrival: IncomingRequest): void }[] = []
  const sockets = new Set<Socket>()

  function arrive(arrival: IncomingRequest): void {
    receiver.arrivals.push(arrival)
    receiver.counts.set(arrival.id, (receiver.counts.get(arrival.id) ?? 0) + 1)
    const index = waiting.findIndex(({ fits }) => fits(arrival))
    if (index < 0) return
    taken.add(arrival)
    waiting.splice(index, 1)[0]?.take(arrival)
  }

  const server = createServer(async (request, response) => {
    // A sender that goes away in the middle has not delivered anything.
    const arrival = await read(request).catch(() => null)
    if (!arrival) return
    arrive(arrival)
    reply(request, response, await receiver.answer(arrival))
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo

  const receiver: WebhookReceiver = {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    arrivals: [],
    counts: new Map(),
    answer,
    next(fits = () => true) {
      const there = receiver.arrivals.find((arrival) => !taken.has(arrival) && fits(arrival))
      if (there) taken.add(there)
      return there ? Promise.resolve(there) : new Promise((take) => waiting.push({ fits, take }))
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return receiver
}

async function read(request: IncomingMessage): Promise<IncomingRequest> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  const headers = request.headers as Record<string, string>
  return {
    path: request.url ?? '',
    headers,
    body,
    event: parsed(body),
    id: headers['x-svc-delivery'] ?? '',
    at: Date.now(),
  }
}

function reply(request: IncomingMessage, response: ServerResponse, wanted: Reply): void {
  if (typeof wanted === 'function') wanted(request.socket)
  else if (typeof wanted === 'number') response.writeHead(wanted).end()
  else response.writeHead(wanted.status, wanted.headers).end(wanted.body)
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
