// Programs of Debian's that tests stand before the server or ask: installed where the machine lets us, started and ended.
import { canInstallPackages, installPackages } from './apt.ts'

/** The program's path; its package is installed where it is missing and the machine lets us. */
export async function debianProgram(name: string, ...packages: string[]): Promise<string> {
  const wanted = packages.length > 0 ? packages : [name]
  const find = () => Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin` })
  if (!find() && canInstallPackages()) await installPackages(...wanted)
  const found = find()
  if (!found) throw new Error(`${name} is missing; install ${wanted.join(' and ')} and run the tests again.`)
  return found
}

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
  while (!(await isReady(said))) {
    if (child.exitCode !== null) throw new Error(`${words[0]} ended: ${said}`)
    await Bun.sleep(20)
  }
  return {
    said: () => said,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}
