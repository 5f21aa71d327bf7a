// The benchmark's command: runs all sections or some, prints what they found, and writes the document.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadCore, pin } from './cores.ts'
import { DataSets } from './data/data-sets.ts'
import { describeMachine, prepareMachine } from './machine.ts'
import { full, type Options, quick } from './options.ts'
import { renderDocument, renderSection, type SectionResults } from './report/document.ts'
import { scratchFolder } from './scratch.ts'
import type { Section } from './section.ts'
import { agents } from './sections/agents.ts'
import { creating } from './sections/creating.ts'
import { credentials } from './sections/credentials.ts'
import { dashboard } from './sections/dashboard.ts'
import { deliveries } from './sections/deliveries.ts'
import { hostile } from './sections/hostile.ts'
import { linkHealth } from './sections/link-health.ts'
import { memory } from './sections/memory.ts'
import { microsites } from './sections/microsites.ts'
import { mistypedCodes } from './sections/mistyped-codes.ts'
import { nodes } from './sections/nodes.ts'
import { profile } from './sections/profile.ts'
import { qr } from './sections/qr.ts'
import { redirects } from './sections/redirects.ts'
import { rules } from './sections/rules.ts'
import { search } from './sections/search.ts'
import { sizes } from './sections/sizes.ts'
import { starting } from './sections/starting.ts'
import { statistics } from './sections/statistics.ts'
import { steady } from './sections/steady.ts'
import { storedLinks } from './sections/stored-links.ts'
import { tags } from './sections/tags.ts'
import { crowds } from './sections/workspaces.ts'
import { root } from './servers.ts'

const sections = [
  redirects,
  steady,
  rules,
  storedLinks,
  nodes,
  creating,
  credentials,
  agents,
  qr,
  deliveries,
  microsites,
  dashboard,
  statistics,
  search,
  tags,
  mistypedCodes,
  linkHealth,
  sizes,
  memory,
  starting,
  hostile,
  profile,
  crowds,
]

const usage = `usage: npm run bench -- [SECTION …] [--rounds N] [--seconds N] [--soak SECONDS] [--quick] [--keep] [--write] [--json FILE]
sections: ${sections.map(({ name }) => name).join(', ')}; without one, all of them, and docs/benchmarks.md is written
--quick   a small run that shows that everything works, and writes nothing to docs
--keep    keeps the filled databases, and uses those of the last run
--write   writes the document even if only some sections run; the others stay unchanged
--json    also writes the results to a file`

interface Run {
  chosen: Section[]
  options: Options
  keep: boolean
  /** Whether the results go into the document. */
  write: boolean
  json: string | null
}

/** The parsed command line; errors include the usage. */
function readArguments(words: string[]): Run {
  const { values, positionals } = parse(words)
  const unknown = positionals.filter((word) => !sections.some(({ name }) => name === word))
  if (unknown.length > 0) throw new Error(`there is no section ${unknown.join(', ')}\n${usage}`)
  const options = { ...(values.quick ? quick : full) }
  if (values.rounds) options.rounds = count('rounds', values.rounds)
  if (values.seconds) options.seconds = options.attackSeconds = count('seconds', values.seconds)
  if (values.soak) options.soakSeconds = count('soak', values.soak)
  return {
    chosen: sections.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    options,
    keep: values.keep === true,
    write: !values.quick && (positionals.length === 0 || values.write === true),
    json: values.json ?? null,
  }
}

function parse(words: string[]) {
  const flag = { type: 'boolean' } as const
  const value = { type: 'string' } as const
  const options = {
    rounds: value,
    seconds: value,
    soak: value,
    quick: flag,
    keep: flag,
    write: flag,
    json: value,
  }
  try {
    return parseArgs({ args: words, allowPositionals: true, options })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`)
  }
}

function count(name: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new Error(`--${name} must be a whole number from 1; it is "${text}"`)
  return Number(text)
}

/** Runs the sections, and prints each as soon as it is done; returns whether all of them could be measured. */
async function measure(
  { chosen, options, keep }: Run,
  tell: (results: SectionResults) => void,
): Promise<boolean> {
  await prepareMachine()
  const machine = await describeMachine()
  // The load, and this process, stay off the servers' core.
  pin(loadCore, process.pid)
  const words = process.argv.slice(2)
  const command = ['npm run bench', ...(words.length > 0 ? ['--', ...words] : [])].join(' ')
  const folder = scratchFolder()
  const dataSets = new DataSets(keep)
  let isWhole = true
  for (const { name, title, method, measure } of chosen) {
    console.log(`${name} …`)
    const begun = performance.now()
    try {
      const { rows, notes } = await measure({ options, dataSets, folder })
      tell({ name, title, method, rows, notes, command, machine })
    } catch (error) {
      // Measuring the others again may take an hour.
      console.error(`bench: ${name} failed: ${error instanceof Error ? error.message : error}`)
      isWhole = false
    }
    console.log(`${name} took ${((performance.now() - begun) / 1000).toFixed(0)} s\n`)
  }
  return isWhole
}

/** Replaces older results of the same sections with new ones, and writes both forms of the document. */
function writeDocument(results: SectionResults[]): void {
  const file = join(root, 'docs/benchmarks.json')
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SectionResults[]) : []
  const merged = sections.flatMap(({ name }) => {
    const found = [...results, ...before].find((section) => section.name === name)
    return found ? [found] : []
  })
  writeFileSync(file, `${JSON.stringify(merged, null, 2)}\n`)
  writeFileSync(join(root, 'docs/benchmarks.md'), renderDocument(merged))
}

// On a signal, too, the servers are stopped and the folders removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

try {
  const run = readArguments(process.argv.slice(2))
  const results: SectionResults[] = []
  const isWhole = await measure(run, (section) => {
    results.push(section)
    console.log(renderSection(section))
    if (run.json) writeFileSync(run.json, JSON.stringify(results, null, 2))
    if (run.write) writeDocument(results)
  })
  if (!isWhole) process.exitCode = 1
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
process.exit()
