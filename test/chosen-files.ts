// Decides which test files a run covers, so that nothing is left out without a word.
const FOLDERS = ['packages', 'e2e', 'test', 'bench']
const NAMES = '**/*{.test,.spec,_test,_spec}.{ts,tsx,mts,cts,js,jsx,mjs,cjs}'
const NAME_FILTERS = ['-t', '--test-name-pattern']

/** What the command line's arguments make of a run. */
export interface Choice {
  files: string[]
  leftOut: string[]
  /** Arguments for `bun test` itself. */
  flags: string[]
  /** Whether a flag picks single tests by name. */
  byName: boolean
}

/** Every test file of the repository, relative to its root. */
export function allTestFiles(root: string): string[] {
  const found = FOLDERS.flatMap((folder) => [...new Bun.Glob(`${folder}/${NAMES}`).scanSync({ cwd: root })])
  return found.filter((file) => !file.split('/').includes('node_modules')).sort()
}

/**
 * Words choose the files whose path contains them; flags go on to `bun test` and take their value
 * after an equals sign (--timeout=1000), except for -t, which people write with a space.
 */
export function chooseFiles(all: string[], args: string[]): Choice {
  const words: string[] = []
  const flags: string[] = []
  let byName = false
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (NAME_FILTERS.includes(arg)) flags.push(`--test-name-pattern=${args[++at] ?? ''}`)
    else if (arg.startsWith('-')) flags.push(arg)
    else words.push(arg.replace(/^\.\//, ''))
    byName ||= NAME_FILTERS.some((name) => arg === name || arg.startsWith(`${name}=`))
  }
  for (const word of words) {
    if (!all.some((file) => file.includes(word))) throw new Error(`No test file has '${word}' in its path.`)
  }
  const isChosen = (file: string) => words.length === 0 || words.some((word) => file.includes(word))
  return {
    files: all.filter(isChosen),
    leftOut: all.filter((file) => !isChosen(file)),
    flags,
    byName,
  }
}
