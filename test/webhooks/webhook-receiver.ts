// A webhook receiver for tests: it records and counts deliveries, and answers or misbehaves as a test wants.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface IncomingRequest {
  /** The path, such as `/hook`: one receiver can be several endpoints. */
  path: string
  /** By name in lower case. */
  headers: Record<string, string>
  /** Byte for byte. */
  body: Buffer
  /** The parsed JSON body; null if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape.
  event: any
  /** The event's id from its header; '' without one. */
  id: string
  /** When it had fully arrived, in milliseconds of the machine's clock. */
  at: number
}

/** A status, a complete answer, or a function that uses the socket directly; if it does nothing, the receiver hangs. */
export type Reply =
  | number
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((socket: Socket) => void)

export interface WebhookReceiver {
  port: number
  /** `http://127.0.0.1:` and the port; any path may follow. */
  url: string
  /** All requests, in order of arrival. */
  arrivals: IncomingRequest[]
  /** How often each event arrived, by id. */
  counts: Map<string, number>
  /** How to answer; 200 by default. Tests can change it at any time. A promise answers when it resolves. */
  answer: (arrival: IncomingRequest) => Reply | Promise<Reply>
  /** Resolves with the next matching request that no test has taken yet. */
  next(fits?: (arrival: IncomingRequest) => boolean): Promise<IncomingRequest>
  /** Stops the receiver and closes connections that still wait for an answer. */
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
    // A sender that disconnects in the middle has delivered nothing.
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
