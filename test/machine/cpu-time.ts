// Measures the CPU time that something takes in this process, where the test server runs. Unlike elapsed time, it does not
// depend on what other processes do meanwhile.

/** CPU seconds, of all threads. */
export async function cpuSecondsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}
