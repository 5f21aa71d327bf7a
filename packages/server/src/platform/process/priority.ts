// Lowers the priority of a thread or process, so that others run first when the machine is busy.
import { setPriority } from 'node:os'

/** Sets the nice value of the calling thread. Only Linux can do this: elsewhere it would apply to the whole process. */
export function lowerThreadPriority(niceness: number): void {
  if (process.platform === 'linux') lowerProcessPriority(niceness)
}

/**
 * Sets the nice value of this process. A process that was started with a lower priority may not be allowed to raise it, and
 * keeps it.
 */
export function lowerProcessPriority(niceness: number): void {
  try {
    // On Linux, it applies to the calling thread only (setpriority(2)).
    setPriority(0, niceness)
  } catch {
    // Some systems refuse this, which does no harm.
  }
}
