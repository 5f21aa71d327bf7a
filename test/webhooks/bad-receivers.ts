// Webhook receivers that hang, trickle, send endlessly or drop the connection: how each answers, and how the attempt ends.
import type { Socket } from 'node:net'

export interface BadReceiver {
  what: string
  answer(socket: Socket): void
  /** Whether it would go on forever. */
  isEndless: boolean
  /** The recorded result of an attempt. A 2xx status counts as delivered, whatever happens to the rest. */
  status: number | null
  error: string
}

const ok = 'HTTP/1.1 200 OK\r\n'
const hanging = { isEndless: true, status: null, error: 'The server took too long.' }
const broken = {
  isEndless: false,
  status: null,
  error: 'The connection was lost, or the answer is not valid HTTP.',
}

export const badReceivers: readonly BadReceiver[] = [
  { what: 'hangs', ...hanging, answer: () => {} },
  { what: 'drips its head', ...hanging, answer: (socket) => drip(socket, `${ok}X-A: `) },
  { what: 'drips its body', ...hanging, status: 200, answer: (socket) => drip(socket, `${ok}\r\n`) },
  {
    ...{ what: 'sends without end', isEndless: false, status: 200 },
    error: 'The answer is too large.',
    answer: (socket) => forEver(socket, `${ok}\r\n`),
  },
  { what: 'sends a head without end', ...broken, answer: (socket) => forEver(socket, `${ok}X-A: `) },
  { what: 'closes at once', ...broken, answer: (socket) => socket.destroy() },
  {
    what: 'is no web server',
    ...broken,
    answer: (socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  },
]

function forEver(socket: Socket, first: string): void {
  const more = () => void (socket.destroyed || socket.write('a'.repeat(100_000), () => setImmediate(more)))
  socket.write(first, more)
}

function drip(socket: Socket, first: string): void {
  socket.write(first)
  const timer = setInterval(() => socket.write('a'), 20)
  socket.once('close', () => clearInterval(timer))
}
