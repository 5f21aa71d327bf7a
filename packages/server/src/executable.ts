// The entry of the single-file executable: what bin/linnet does for the sources, and the processes that are files there.
import { join } from 'node:path'

// As bin/linnet has it, which says why. The engine reads it when a process begins.
const heap = { BUN_JSC_forceRAMSize: '402653184' }

const [word, argument = ''] = process.argv.slice(2)

async function begin(): Promise<void> {
  // Called by itself, by platform/process/own-program.ts.
  if (word === 'render-worker.ts') return void (await import('./workers/render-worker.ts'))
  if (word === 'bundle.ts') {
    const { unpackInto } = await import('@linnet/dashboard/unpack')
    return console.log(await unpackInto(argument, join(import.meta.dir, 'dashboard')))
  }
  if (word === 'serve' && !process.env.BUN_JSC_forceRAMSize) beginWithSmallHeap()
  await import('./main.ts')
}

/** The same process begins anew, so that who watches it sees no other. */
function beginWithSmallHeap(): void {
  try {
    process.execve?.(process.execPath, [process.argv0, ...process.argv.slice(2)], { ...heap, ...process.env })
  } catch {
    // Where a machine does not let it, the server merely takes more memory.
  }
}

await begin()
