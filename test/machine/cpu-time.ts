// How much of a processor something takes of this process, in which the server of a test runs: what other processes do
// meanwhile is not in it, as it is in the time that passes.

/** Seconds of a core, of all threads. */
export async function cpuSecondsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}
