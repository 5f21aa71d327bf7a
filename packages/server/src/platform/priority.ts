// How a thread or a process lets others go first when there is more to do than the machine has cores.
import { setPriority } from 'node:os'

/** Takes the priority of this niceness. Whoever was started with a lower one may be forbidden to raise it, and keeps that. */
export function takePriority(niceness: number): void {
  try {
    setPriority(0, niceness)
  } catch {
    // Some systems refuse it altogether, and it does not matter.
  }
}
