// Assigns cores: the servers have one to themselves, the load has the other.
import { descendants } from './cpu.ts'

export const serverCore = 0
export const loadCore = 1
export const bothCores = `${serverCore},${loadCore}`

/** The command, pinned to one core, or to some (`0,1`), with all its child processes. */
export function pinned(cores: number | string, command: string[]): string[] {
  return ['taskset', '-c', String(cores), ...command]
}

/** Pins a running process, with all its threads, to a core. */
export function pin(core: number, pid: number): void {
  hold(String(core), pid)
}

/** Gives this process, and the browsers it starts, both cores while `work` runs. */
export async function onBothCores<T>(work: () => Promise<T>): Promise<T> {
  hold(bothCores, process.pid)
  try {
    return await work()
  } finally {
    pin(loadCore, process.pid)
  }
}

function hold(cores: string, pid: number): void {
  const taskset = Bun.spawnSync(['taskset', '-a', '-c', '-p', cores, String(pid)])
  if (taskset.exitCode !== 0) throw new Error(`taskset failed: ${taskset.stderr.toString().trim()}`)
}

/** Pins a private PostgreSQL (test/servers/postgres.ts) to a core, for processes that start from now on. */
export async function pinPostgres(core: number, url: string): Promise<void> {
  pin(core, await postgresPid(url))
}

/** Pins a private PostgreSQL with all its processes to a core, or to some (`0,1`). */
export async function movePostgres(cores: number | string, url: string): Promise<void> {
  for (const pid of descendants(await postgresPid(url))) {
    try {
      hold(String(cores), pid)
    } catch {
      // Autovacuum processes come and go.
    }
  }
}

/** The parent process of a private PostgreSQL. */
export async function postgresPid(url: string): Promise<number> {
  const file = `${new URL(url).searchParams.get('host')}/data/postmaster.pid`
  return Number((await Bun.file(file).text()).split('\n', 1)[0])
}
