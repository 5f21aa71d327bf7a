// Collects clicks that arrive together, so that they are rendered together.
import type { LiveClick } from '@linnet/contract'

interface ClickBatch {
  add(click: LiveClick): void
  cancel(): void
}

const batchMilliseconds = 100

/** Passes the clicks of each batch to `onBatch`, the newest first. */
export function createClickBatch(onBatch: (clicks: LiveClick[]) => void): ClickBatch {
  let clicks: LiveClick[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush() {
    timer = undefined
    const newest = clicks.reverse()
    clicks = []
    onBatch(newest)
  }
  return {
    add(click) {
      clicks.push(click)
      timer ??= setTimeout(flush, batchMilliseconds)
    },
    cancel: () => clearTimeout(timer),
  }
}
