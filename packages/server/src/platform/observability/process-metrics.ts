// What a process knows of itself, for monitors and administrators.
import { openFiles } from './open-files.ts'

export interface ProcessFigures {
  memoryBytes: number
  /** Of the main thread's heap. */
  heapBytes: number
  /** Of all its threads. */
  cpuSeconds: number
  /** And connections, about. */
  openFiles: number
}

export function processFigures(): ProcessFigures {
  const { user, system } = process.cpuUsage()
  return {
    memoryBytes: process.memoryUsage.rss(),
    heapBytes: process.memoryUsage().heapUsed,
    cpuSeconds: (user + system) / 1e6,
    openFiles: openFiles(),
  }
}

/** When the process started, in Unix seconds of the machine's clock. */
export const startedAt = Math.round(Date.now() / 1000 - process.uptime())
