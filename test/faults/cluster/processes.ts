// The processes that a test kills or freezes: signals to them, their children, and whether they have ended.
import { until } from '../../timeouts.ts'

/** Sends a signal; does nothing if the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

interface Listed {
  pid: number
  parent: number
  state: string
}

function list(): Listed[] {
  const said = Bun.spawnSync(['ps', '-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'stat=']).stdout.toString()
  return said
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, state = ''] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), state }
    })
}

/** The children of a process that have not ended. */
export function childrenOf(pid: number): number[] {
  return list()
    .filter(({ parent, state }) => parent === pid && !state.startsWith('Z'))
    .map(({ pid }) => pid)
}

/** Resolves when none of them is left; zombies count as ended. */
export async function endedAll(pids: number[]): Promise<void> {
  const left = () => list().filter(({ pid, state }) => pids.includes(pid) && !state.startsWith('Z'))
  await until(
    () => `these processes end: ${JSON.stringify(left())}`,
    () => left().length === 0,
  )
}
