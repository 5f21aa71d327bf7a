// The render process: draws and decodes one image at a time. It has no other state, and can be killed at any time.
import { readFileSync, writeFileSync } from 'node:fs'
import { lowerProcessPriority } from '../platform/process/priority.ts'
import type { FromRenderWorker, ToRenderWorker } from '../platform/rendering/protocol.ts'
import { createTaskRunner } from '../platform/rendering/task-runner.ts'

// Visitors come first, then the click worker; the delivery worker has the same priority as this process.
const niceness = 15
// If memory runs out, the system kills this process before the server (proc_pid_oom_score_adj(5)).
const [eviction, mostEviction] = [500, 1000]

const answer = (message: FromRenderWorker) => void process.send?.(message)

lowerProcessPriority(niceness)
try {
  const own = Number(readFileSync('/proc/self/oom_score_adj', 'utf8'))
  writeFileSync('/proc/self/oom_score_adj', `${Math.min(own + eviction, mostEviction)}`)
} catch {
  // Other systems have no such file.
}
process.on('disconnect', () => process.exit())
const draw = createTaskRunner()
process.on('message', (message: ToRenderWorker) => {
  draw(message).then(
    (answers) => answers.forEach(answer),
    // Not the image's fault, such as an unreadable font: the next process may succeed.
    () => process.exit(1),
  )
})
answer({ kind: 'ready' })
