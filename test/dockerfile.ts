// Parses a Dockerfile, and carries out the instructions of a stage in a folder, as far as that is possible without a container.
import { cpSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Instruction {
  /** In capitals, such as `RUN`. */
  name: string
  words: string
}

/** The instructions of each stage, in order. */
export function stagesOf(dockerfile: string): Instruction[][] {
  const lines = dockerfile.replaceAll('\\\n', ' ').split('\n')
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [, name, words = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (!name) continue
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, words })
  }
  return stages
}

/**
 * Carries out the COPY and RUN instructions of a stage whose one WORKDIR is `folder`; `context` is the build context. A
 * command that is a key of `instead` is replaced with its value.
 */
export async function follow(
  stage: Instruction[],
  { context, folder, env, instead }: FollowNeeds,
): Promise<void> {
  const ignored = (await Bun.file(join(context, '.dockerignore')).text()).split('\n')
  const isIgnored = (path: string) =>
    ignored.some((line) => line !== '' && !line.startsWith('#') && new Bun.Glob(line).match(path))
  for (const { name, words } of stage) {
    if (name === 'COPY') {
      const sources = words.split(' ')
      const target = join(folder, sources.pop() ?? '')
      for (const source of sources)
        cpSync(join(context, source), sources.length > 1 ? join(target, basename(source)) : target, {
          recursive: true,
          filter: (path) => !isIgnored(path.slice(context.length + 1)),
        })
    }
    if (name === 'RUN') await run(instead[words] ?? words, folder, env)
  }
}

interface FollowNeeds {
  context: string
  folder: string
  env: Record<string, string>
  instead: Record<string, string>
}

async function run(line: string, cwd: string, env: Record<string, string>): Promise<void> {
  const shell = Bun.spawn(['/bin/sh', '-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()])
  if ((await shell.exited) !== 0) throw new Error(`${line}\n${said.join('')}`)
}
