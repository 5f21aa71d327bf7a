// The benchmark's machine and programs: installs missing programs, and reports versions.
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { ensureChromium, findChromium } from '../test/browser/chromium.ts'
import { canInstallPackages, installPackages } from '../test/command/apt.ts'
import { ensurePostgres } from '../test/servers/postgres.ts'
import { root, searchPath } from './servers.ts'

// The programs, and Debian's packages of them.
const programs = { wrk: 'wrk', nginx: 'nginx-light', taskset: 'util-linux', openssl: 'openssl' }

/** Installs missing programs, or throws one sentence that says what is missing. */
export async function prepareMachine(): Promise<void> {
  if (process.platform !== 'linux')
    throw new Error('the benchmark needs Linux, because it reads CPU times from /proc')
  if (cpus().length < 2)
    throw new Error('the benchmark needs two cores: one for the servers, the other for the load')
  const isMissing = (program: string) => Bun.which(program, { PATH: searchPath }) === null
  const missing = Object.entries(programs).filter(([program]) => isMissing(program))
  if (missing.length > 0 && canInstallPackages()) await installPackages(...missing.map(([, name]) => name))
  const absent = missing.map(([program]) => program).filter(isMissing)
  if (absent.length > 0)
    throw new Error(`the benchmark needs ${absent.join(' and ')} in the PATH; please install what is missing`)
  await ensurePostgres()
  await ensureChromium()
  findChromium()
}

export interface Machine {
  /** When, as `YYYY-MM-DD`. */
  date: string
  commit: string
  /** Name and version of each part except Linnet. */
  versions: Record<string, string>
  /** The share of all cores in use right before the run, from 0 to 1. */
  othersBusy: number
}

const watchMilliseconds = 2000

export async function describeMachine(): Promise<Machine> {
  const processor = cpus()[0]?.model ?? 'unknown'
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    othersBusy: await busyShare(),
    versions: {
      Bun: Bun.version,
      nginx: said(['nginx', '-v'], /nginx\/(\S+)/),
      wrk: said(['wrk', '-v'], /wrk (\S+)/),
      PostgreSQL: (await ensurePostgres()).version,
      kernel: `Linux ${release()}`,
      processor: `${processor}${processorModel()}, ${cpus().length} cores`,
      memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    },
  }
}

/** The share of all cores in use before anything is measured (proc(5), /proc/stat: the fourth and fifth are idle). */
async function busyShare(): Promise<number> {
  const times = () => {
    const [, ...fields] = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] as string)
      .split(/\s+/)
      .map(Number)
    const all = fields.slice(0, 8).reduce((sum, field) => sum + field, 0)
    return { all, idle: (fields[3] as number) + (fields[4] as number) }
  }
  const before = times()
  await Bun.sleep(watchMilliseconds)
  const after = times()
  return 1 - (after.idle - before.idle) / (after.all - before.all)
}

/** The commit, and whether the files match it; the benchmark's own results don't count. */
function commit(): string {
  const git = (...words: string[]) =>
    Bun.spawnSync(['git', ...words], { cwd: root, stderr: 'ignore' })
      .stdout.toString()
      .trim()
  const changed = git('status', '--porcelain', '--', ':!docs/benchmarks.md', ':!docs/benchmarks.json')
  return `${git('rev-parse', '--short=12', 'HEAD') || 'unknown'}${changed ? ', with changes' : ''}`
}

function said(command: string[], version: RegExp): string {
  const { stdout, stderr } = Bun.spawnSync(command, { env: { PATH: searchPath } })
  return version.exec(`${stdout}${stderr}`)?.[1] ?? 'unknown'
}

/** Virtual machines often report only the vendor of a processor by name. */
function processorModel(): string {
  const info = readFileSync('/proc/cpuinfo', 'utf8')
  const [family, model] = ['cpu family', 'model'].map(
    (name) => new RegExp(`^${name}\\s*: (\\d+)`, 'm').exec(info)?.[1],
  )
  return family && model ? ` (family ${family}, model ${model})` : ''
}
