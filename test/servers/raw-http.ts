// HTTP byte by byte: requests that no well-behaved client would send, and connections that stay open.
import type { Socket } from 'bun'

export interface RawConnection {
  /** What has been received so far. */
  answer(): string
  /** Sends more bytes; resolves when the system has accepted all of them, or the connection has ended. */
  send(bytes: string | Uint8Array): Promise<void>
  /** Resolves when this many answers have been received, or the connection has ended. */
  answers(count: number): Promise<string>
  /** Resolves with everything received, once the server has closed the connection. */
  closed: Promise<string>
  end(): void
}

interface State {
  left: Uint8Array
  flow(): void
}

/** Opens a connection; unless it is `reading`, it accepts no data from the server. */
export async function openRaw(port: number, { reading = true } = {}): Promise<RawConnection> {
  let answer = ''
  let open = true
  let check = () => {}
  const { promise: closed, resolve: close } = Promise.withResolvers<string>()
  const flush = (socket: Socket<State>) => {
    while (socket.data.left.length > 0) {
      const taken = socket.write(socket.data.left)
      if (taken <= 0) break
      socket.data.left = socket.data.left.subarray(taken)
    }
    if (socket.data.left.length === 0) socket.data.flow()
  }
  const ended = (socket: Socket<State>) => {
    open = false
    close(answer)
    check()
    socket.data.flow()
  }
  const socket = await Bun.connect<State>({
    hostname: '127.0.0.1',
    port,
    data: { left: new Uint8Array(0), flow() {} },
    socket: {
      open: (socket) => void (reading || socket.pause()),
      data(_socket, bytes) {
        answer += bytes.toString('latin1')
        check()
      },
      drain: flush,
      close: ended,
      error: ended,
    },
  })
  return {
    answer: () => answer,
    closed,
    end: () => void socket.terminate(),
    send: (bytes) =>
      new Promise((resolve) => {
        socket.data.left = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
        socket.data.flow = resolve
        if (open) flush(socket)
        else resolve()
      }),
    answers: (count) =>
      new Promise((resolve) => {
        check = () => {
          if (!open || statuses(answer).length >= count) resolve(answer)
        }
        check()
      }),
  }
}

/** The statuses of the answers, in order. */
export function statuses(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status))
}
