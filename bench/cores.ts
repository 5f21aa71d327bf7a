// Which core does what: the servers have one to themselves, the load has the other.

export const serverCore = 0
export const loadCore = 1

/** The command, held on one core with all that it starts. */
export function pinned(core: number, command: string[]): string[] {
  return ['taskset', '-c', String(core), ...command]
}

/** Moves a process that runs already, with all its threads, to a core. */
export function pin(core: number, pid: number): void {
  hold(String(core), pid)
}

/** Gives this process both cores, and with it the browsers that it starts, for as long as `work` takes. */
export async function onBothCores<T>(work: () => Promise<T>): Promise<T> {
  hold(`${serverCore},${loadCore}`, process.pid)
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

/** Moves a private PostgreSQL (test/postgres.ts) to a core: its processes that start from now on are held there. */
export async function pinPostgres(core: number, url: string): Promise<void> {
  const file = `${new URL(url).searchParams.get('host')}/data/postmaster.pid`
  pin(core, Number((await Bun.file(file).text()).split('\n', 1)[0]))
}
