// Programs that tests run to the end: waits for them, and returns their output and status.
export interface CommandOutput {
  status: number
  out: string
  error: string
}

/** Reads both outputs at the same time: a program whose output nobody reads would wait forever once the pipe is full. */
export async function outcomeOf(
  child: Bun.Subprocess<Bun.SpawnOptions.Writable, 'pipe', 'pipe'>,
): Promise<CommandOutput> {
  const [out, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { status: await child.exited, out, error }
}
