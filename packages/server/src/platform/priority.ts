// Lowers the priority of a thread or process, so that others go first when the machine is busy.
import { setPriority } from 'node:os'

/** Sets this nice value. A process started with a lower priority may not be allowed to raise it, and keeps it. */
export function takePriority(niceness: number): void {
  try {
    setPriority(0, niceness)
  } catch {
    // Some systems refuse it altogether, which does no harm.
  }
}
