// Starts programs that tests put in front of the server, waits until they are ready, and stops them.
import { until } from '../timeouts.ts'

export interface BackgroundProgram {
  /** Its output so far. */
  output(): string
  stop(): Promise<void>
}

/** Starts a program and waits until it is ready; throws its output if it ends first. */
export async function startInBackground(
  command: string[],
  env: Record<string, string>,
  isReady: (output: string) => Promise<boolean>,
): Promise<BackgroundProgram> {
  let output = ''
  const child = Bun.spawn(command, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const piece of stream) output += Buffer.from(piece).toString()
  }
  void Promise.all([read(child.stdout), read(child.stderr)])
  await until(
    () => `${command[0]} is ready: ${output}`,
    async () => {
      if (await isReady(output)) return true
      if (child.exitCode !== null) throw new Error(`${command[0]} ended: ${output}`)
      return false
    },
  )
  return {
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}
