// Waits for programs that tests run, and returns their output and exit status.
export interface CommandOutput {
  status: number
  out: string
  error: string
}

/** Reads both streams at the same time: a program blocks forever once a pipe that nobody reads is full. */
export async function outcomeOf(
  child: Bun.Subprocess<Bun.SpawnOptions.Writable, 'pipe', 'pipe'>,
): Promise<CommandOutput> {
  const [out, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { status: await child.exited, out, error }
}
