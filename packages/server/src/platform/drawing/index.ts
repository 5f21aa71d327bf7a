// Drawing: turns SVG into PNG, and hostile SVG into harmless, in a process of its own that is there while it is needed.
import { Refusal } from '@linnet/contract'
import type { Log } from '../log.ts'
import { busySeconds } from './busy-seconds.ts'
import type { FromDrawer, Modules, PlainSvg, ToDrawer } from './protocol.ts'
import { Undrawable } from './undrawable.ts'

export type { Modules, PlainSvg } from './protocol.ts'
export { Undrawable } from './undrawable.ts'

export interface Drawing {
  /**
   * Draws an SVG that wide (pixels, 1 to 4096), its height following. Throws an Undrawable for what the picture is, and a
   * Refusal `unavailable` where too many wait.
   */
  png(svg: string, width: number): Promise<Uint8Array>
  /** Draws squares, as PNG. Throws like `png`. */
  modulesPng(modules: Modules): Promise<Uint8Array>
  /**
   * A PNG, JPEG or WebP, whichever the bytes say that it is, as a PNG that fits into a square of so many pixels. Nothing of
   * the file but its pixels is left. Throws like `png`, also for any other content.
   */
  shrink(image: Uint8Array, side: number): Promise<Uint8Array>
  /** The same picture as paths alone. Throws like `png`. */
  plainSvg(svg: string): Promise<PlainSvg>
  /** Ends the process; who still waits is refused. */
  stop(): Promise<void>
}

export interface DrawingNeeds {
  /** The drawing process's own file. */
  file: URL
  log: Log
  /** Of a core, for one picture; tests are not that patient. */
  mostBusySeconds?: number
}

const mostBytes = 1024 * 1024
const mostWaiting = 64
// Of a core: most pictures need 0.02 s of one, and starting needs 0.2 s.
const usualBusySeconds = 3
// Beside a busy server the process gets a thirtieth of a core, and little is done in much time.
const mostMilliseconds = 60_000
const lookMilliseconds = 500
// Starting costs 0.1 s of a core, staying 100 MB.
const idleMilliseconds = 30_000
const retrySeconds = 5

interface Task {
  order: ToDrawer
  keep(answer: FromDrawer): void
  fail(error: Error): void
}

type Process = Bun.Subprocess<'ignore', 'ignore', 'ignore'>

export function createDrawing({ file, log, mostBusySeconds = usualBusySeconds }: DrawingNeeds): Drawing {
  const waiting: Task[] = []
  let current: Task | null = null
  let process: Process | null = null
  let isReady = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Ends the process where what it has begun now takes too much. */
  function limit(pid: number): void {
    clearInterval(timer)
    const [begun, busy] = [performance.now(), busySeconds(pid)]
    timer = setInterval(() => {
      const isTooMuch =
        busySeconds(pid) - busy > mostBusySeconds || performance.now() - begun > mostMilliseconds
      // A thread could not be ended while WebAssembly runs in it; a process can.
      if (isTooMuch) process?.kill('SIGKILL')
    }, lookMilliseconds)
    timer.unref()
  }

  /** Ends the process when nobody has asked for a while; who asks then gets another one. */
  function rest(): void {
    clearInterval(timer)
    timer = setTimeout(() => {
      process?.kill('SIGKILL')
      process = null
      isReady = false
    }, idleMilliseconds)
    timer.unref()
  }

  function start(): void {
    const started: Process = Bun.spawn(
      [globalThis.process.execPath, '--no-orphans', '--smol', Bun.fileURLToPath(file)],
      {
        // It reads what strangers send, and needs no secret for that.
        env: {},
        stdio: ['ignore', 'ignore', 'ignore'],
        serialization: 'advanced',
        ipc: (message: FromDrawer) => hear(message),
        onExit: () => ended(started),
      },
    )
    started.unref()
    process = started
    limit(started.pid)
  }

  function hear(message: FromDrawer): void {
    if (message.kind === 'ready') isReady = true
    else {
      current?.keep(message)
      current = null
    }
    next()
  }

  function next(): void {
    if (current || !process || !isReady) return
    current = waiting.shift() ?? null
    if (current) {
      limit(process.pid)
      process.send(current.order)
    } else rest()
  }

  function ended(one: Process): void {
    if (one !== process) return
    clearInterval(timer)
    const hadBegun = isReady
    process = null
    isReady = false
    current?.fail(isStopped ? unavailable() : new Undrawable('There is too much in the picture to draw it.'))
    current = null
    if (!hadBegun && !isStopped) log.error('the drawing process cannot begin', one.signalCode ?? one.exitCode)
    // Each start is for somebody who asks: a process that cannot begin is not started again and again.
    if (!hadBegun || isStopped) for (const task of waiting.splice(0)) task.fail(unavailable())
    else if (waiting.length > 0) start()
  }

  function draw(order: ToDrawer): Promise<FromDrawer> {
    if ('svg' in order && Buffer.byteLength(order.svg) > mostBytes)
      return Promise.reject(new Undrawable('The picture is larger than 1 MiB.'))
    if (isStopped || waiting.length >= mostWaiting) return Promise.reject(unavailable())
    return new Promise((keep, fail) => {
      waiting.push({ order, keep, fail })
      if (process) next()
      else start()
    })
  }

  async function png(order: ToDrawer): Promise<Uint8Array> {
    const answer = await draw(order)
    if (answer.kind === 'png') return answer.png
    throw undrawable(answer)
  }

  return {
    png: (svg, width) => png({ kind: 'png', svg, width }),
    modulesPng: (modules) => png({ kind: 'modules', ...modules }),
    shrink: (image, side) => png({ kind: 'shrink', image, side }),
    async plainSvg(svg) {
      const answer = await draw({ kind: 'plain', svg })
      if (answer.kind !== 'plain') throw undrawable(answer)
      const { svg: plain, width, height } = answer
      return { svg: plain, width, height }
    },
    async stop() {
      isStopped = true
      process?.kill('SIGKILL')
      await process?.exited
    },
  }
}

function unavailable(): Refusal {
  return new Refusal(
    'unavailable',
    'Too many pictures are being drawn. Try again shortly.',
    undefined,
    retrySeconds,
  )
}

function undrawable(answer: FromDrawer): Undrawable {
  return new Undrawable(answer.kind === 'undrawable' ? answer.reason : 'The picture cannot be drawn.')
}
