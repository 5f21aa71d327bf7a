// Programs that tests put in front of the server: starts them, waits until they are ready, and stops them.
import { until } from '../patience.ts'

export interface Background {
  /** What it has written so far. */
  said(): string
  stop(): Promise<void>
}

/** Starts a program and waits until it is ready; an error with what it said where it ends before. */
export async function inBackground(
  words: string[],
  env: Record<string, string>,
  isReady: (said: string) => Promise<boolean>,
): Promise<Background> {
  let said = ''
  const child = Bun.spawn(words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const piece of stream) said += Buffer.from(piece).toString()
  }
  void Promise.all([read(child.stdout), read(child.stderr)])
  await until(
    () => `${words[0]} is ready: ${said}`,
    async () => {
      if (await isReady(said)) return true
      if (child.exitCode !== null) throw new Error(`${words[0]} ended: ${said}`)
      return false
    },
  )
  return {
    said: () => said,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}
