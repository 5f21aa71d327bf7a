// The entry point of the single-file executable: does what bin/linnet does for the sources, and starts worker processes.
import { join } from 'node:path'

// The same as in bin/linnet, which says why. The engine reads it when the process starts.
const heap = { BUN_JSC_forceRAMSize: '402653184' }

const [word, argument = ''] = process.argv.slice(2)

async function begin(): Promise<void> {
  // platform/process/own-program.ts starts the program like this.
  if (word === 'render-worker.ts') return void (await import('./workers/render-worker.ts'))
  if (word === 'bundle.ts') {
    const { unpackInto } = await import('@linnet/dashboard/unpack')
    return console.log(await unpackInto(argument, join(import.meta.dir, 'dashboard')))
  }
  if (word === 'serve' && !process.env.BUN_JSC_forceRAMSize) restartWithSmallHeap()
  await import('./main.ts')
}

/** Replaces the program within the same process, so that its supervisor doesn't notice. */
function restartWithSmallHeap(): void {
  try {
    process.execve?.(process.execPath, [process.argv0, ...process.argv.slice(2)], { ...heap, ...process.env })
  } catch {
    // Without permission, the server just uses more memory.
  }
}

await begin()
