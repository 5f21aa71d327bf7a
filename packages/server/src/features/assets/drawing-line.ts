// The line in front of the drawing of images: each takes a core and up to a few hundred megabytes for a second or two.
import { availableParallelism } from 'node:os'
import { Refusal } from '@linnet/contract'

// Redirects and the API share the cores with it.
const atOnce = availableParallelism() > 3 ? 2 : 1
// Each waits with up to 10 MiB in its hands.
const mostWaiting = 8
const mostOfOne = 3

const waiting: (() => void)[] = []
const busyFor = new Map<number, number>()
let running = 0

/** Runs `work` for an account when its turn has come. Refuses with `unavailable` where too many wait, or too many of one. */
export async function inLine<T>(userId: number, work: () => Promise<T>): Promise<T> {
  const own = busyFor.get(userId) ?? 0
  if (waiting.length >= mostWaiting || own >= mostOfOne)
    throw new Refusal(
      'unavailable',
      'Other images are being drawn. Upload this one again shortly.',
      undefined,
      5,
    )
  busyFor.set(userId, own + 1)
  try {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  } finally {
    const left = (busyFor.get(userId) ?? 1) - 1
    if (left > 0) busyFor.set(userId, left)
    else busyFor.delete(userId)
  }
}
