// Decides which test files a run covers, and which it leaves out.
const FOLDERS = ['packages', 'e2e', 'test', 'bench']
const NAMES = '**/*{.test,.spec,_test,_spec}.{ts,tsx,mts,cts,js,jsx,mjs,cjs}'
const NAME_FILTERS = ['-t', '--test-name-pattern']

/** What the command line's arguments select. */
export interface Choice {
  /** The selected files of the first tier, and of the second. */
  files: string[]
  longFiles: string[]
  /** Files that match no word, or belong to a tier that was not selected. */
  leftOut: string[]
  /** Whether `--all` was given: both tiers, and database tests once more on a newer PostgreSQL. */
  all: boolean
  /** With `--changed`, the commit or branch to compare with; '' means the last commit. */
  changedSince?: string
  /** Whether words or a change selected the tests: a quick run during development. */
  isQuick: boolean
  /** Arguments passed to `bun test`. */
  flags: string[]
  /** Whether a flag filters tests by name. */
  byName: boolean
}

/** Every test file of the repository, relative to its root. */
export function allTestFiles(root: string): string[] {
  const found = FOLDERS.flatMap((folder) => [...new Bun.Glob(`${folder}/${NAMES}`).scanSync({ cwd: root })])
  return found.filter((file) => !file.split('/').includes('node_modules')).sort()
}

/** Whether a file belongs to the second tier. */
export const isLong = (file: string): boolean => file.includes('.long.test.')

/**
 * A word selects the first-tier files with that word in their path, or, if there are none, the second-tier ones. With
 * `--all` it selects from both tiers. Other flags are passed to `bun test`, with their value after an equals sign
 * (--timeout=1000); only -t takes it after a space, as people type it.
 */
export function chooseFiles(all: string[], args: string[]): Choice {
  const words: string[] = []
  const flags: string[] = []
  let byName = false
  let isAll = false
  let changedSince: string | undefined
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    byName ||= NAME_FILTERS.some((name) => arg === name || arg.startsWith(`${name}=`))
    if (NAME_FILTERS.includes(arg)) flags.push(`--test-name-pattern=${args[++at] ?? ''}`)
    else if (arg === '--all') isAll = true
    else if (arg === '--changed' || arg.startsWith('--changed='))
      changedSince = arg.slice('--changed='.length)
    else if (arg.startsWith('-')) flags.push(arg)
    else words.push(arg.replace(/^\.\//, ''))
  }
  for (const word of words) {
    if (!all.some((file) => file.includes(word))) throw new Error(`No test file has '${word}' in its path.`)
  }
  const short = all.filter((file) => !isLong(file))
  const named = (files: string[], word: string) => files.filter((file) => file.includes(word))
  const namedByWords = words.flatMap((word) => {
    const files = named(short, word)
    return files.length > 0 && !isAll ? files : named(all, word)
  })
  const chosen = new Set(words.length > 0 ? namedByWords : isAll ? all : short)
  return {
    files: all.filter((file) => chosen.has(file) && !isLong(file)),
    longFiles: all.filter((file) => chosen.has(file) && isLong(file)),
    leftOut: all.filter((file) => !chosen.has(file)),
    all: isAll,
    changedSince,
    isQuick: words.length > 0 || changedSince !== undefined,
    flags,
    byName,
  }
}
