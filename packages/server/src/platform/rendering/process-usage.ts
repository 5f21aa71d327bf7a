// The CPU time and memory that a process uses. On a busy machine CPU time is much less than elapsed time.
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100
const kibibyte = 1024

/**
 * The CPU seconds of all threads of a process, from proc_pid_stat(5). On systems without that file, elapsed time is used
 * instead.
 */
export function busySeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in brackets, may have spaces in it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return performance.now() / 1000
  }
}

/** The memory that a process uses, from proc_pid_status(5); 0 on systems without that file. */
export function memoryBytes(pid: number): number {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return Number(kibibytes ?? 0) * kibibyte
  } catch {
    return 0
  }
}
