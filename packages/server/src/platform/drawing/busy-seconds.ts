// How long a process has been at work on a core: on a busy machine that is much less than the time that has passed.
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/**
 * The seconds that all threads of a process have had of a core, by proc_pid_stat(5). Where the system has no such file, the
 * time that passes is taken for it.
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
