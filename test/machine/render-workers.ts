// Finds the render workers of this process, which tests freeze, end and count.
import { readdirSync, readFileSync } from 'node:fs'
import { needs } from '../command/requirements.ts'

needs('Linux')

/** The ids of their processes. */
export function renderWorkers(): number[] {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return children.filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('render-worker.ts')
    } catch {
      return false
    }
  })
}
