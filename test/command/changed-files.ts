// The files that have changed according to git, and the test files they affect.
import { importersOf, importsOf } from './import-graph.ts'

/** Files that differ from `base` (a commit or branch; the last commit by default), and untracked files. */
export function changedFiles(root: string, base = 'HEAD'): string[] {
  const git = (...words: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['git', ...words], { cwd: root })
    if (exitCode !== 0) throw new Error(`git ${words.join(' ')}: ${stderr.toString().trim()}`)
    return stdout.toString().split('\n').filter(Boolean)
  }
  const files = [
    ...git('diff', '--name-only', base, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return [...new Set(files)].sort()
}

/**
 * The test files that a change affects: those that import a changed module, directly or indirectly; those that name another
 * changed file, such as a document; and, if the dashboard has changed, those that open it, because it is never imported.
 */
export async function concernedBy(root: string, changed: string[], tests: string[]): Promise<string[]> {
  const graph = await importsOf(root)
  const importers = importersOf(graph, changed)
  const named = changed.filter((file) => !graph.has(file)).map((file) => file.split('/').at(-1) as string)
  const changesDashboard = changed.some((file) => file.startsWith('packages/dashboard/') && !isTest(file))
  const concerned = await Promise.all(
    tests.map(async (test) => {
      if (importers.has(test)) return true
      if (changesDashboard && graph.get(test)?.includes('test/browser/dashboard.ts')) return true
      const text = named.length > 0 ? await Bun.file(`${root}/${test}`).text() : ''
      return named.some((name) => text.includes(name))
    }),
  )
  return tests.filter((_, at) => concerned[at])
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
