// Writes the results as a document, from what a run has kept.

import type { Machine } from '../machine.ts'
import type { Results } from '../section.ts'
import { isReached, type Limit, type Row, type Spread } from './measurements.ts'

// Less than this of a machine's cores is what a system at rest takes.
const quiet = 0.05

/** The results of one section, with the state of things that they were taken in. */
export interface SectionResults extends Results {
  name: string
  title: string
  method: string
  command: string
  machine: Machine
}

const introduction = `# Benchmarks

How fast Linnet is, beside nginx and a bare \`Bun.serve\`, and how it was measured. This page is written by the
benchmark itself, from [benchmarks.json](benchmarks.json). Repeat it on a quiet Linux machine with two cores or more:

    npm ci && npm run bench

It installs \`wrk\`, nginx and PostgreSQL where it may (Debian, as root), takes half an hour and some 30 GB of the
folder for temporary files. \`npm run bench -- redirects search\` runs only these sections and prints them;
\`--write\` puts them into this page. \`--keep\` keeps the databases that were filled for the next run.

Each figure is the median of several rounds, with the least and the greatest beside it; a target is held against the
median. The servers have one core to themselves, the load has another.
`

/** The document of all sections, in their order. */
export function renderDocument(sections: SectionResults[]): string {
  return [introduction, summary(sections), ...sections.map(renderSection)].join('\n')
}

/** One section: what a run of only some of them prints. */
export function renderSection({ title, method, rows, notes, command, machine }: SectionResults): string {
  const table = rows.length > 0 ? `${tableOf(rows)}\n` : ''
  return `## ${title}

${method}

${table}${notes.map((note) => `\n${note}\n`).join('')}
${provenance(command, machine)}
`
}

/** The state of things that figures were taken in. */
function provenance(command: string, { date, commit, versions, othersBusy }: Machine): string {
  const parts = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const busy =
    othersBusy > quiet ? ` **The machine was busy with other work (${percentOf(othersBusy)} of it).**` : ''
  return `<sub>\`${command}\`, ${date}: Linnet ${commit}; ${parts.join('; ')}.${busy}</sub>`
}

function percentOf(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** What the issue asks for, and whether it was reached. */
function summary(sections: SectionResults[]): string {
  const judged = sections.flatMap(({ title, rows }) =>
    rows.filter(({ target }) => target).map((row) => ({ title, row })),
  )
  const missed = judged.filter(({ row }) => !isReached(row, row.target as Limit))
  const verdict = `${judged.length - missed.length} of ${judged.length} targets are reached.`
  if (missed.length === 0) return `${verdict}\n`
  const list = missed.map(
    ({ title, row }) =>
      `- ${title}: ${row.figure}: ${numberOf(row.spread.median)} ${row.unit}, ${limitOf(row.target)} wanted`,
  )
  return `${verdict} Not reached:\n\n${list.join('\n')}\n`
}

function tableOf(rows: Row[]): string {
  return [
    '| figure | median | least | greatest | target | goal |',
    '|---|--:|--:|--:|---|---|',
    ...rows.map((row) => {
      const { median, min, max, rounds } = row.spread
      const ends = rounds > 1 ? [numberOf(min), numberOf(max)] : ['', '']
      const cells = [
        `${numberOf(median)} ${row.unit}`.trim(),
        ...ends,
        verdict(row, row.target),
        verdict(row, row.goal),
      ]
      return `| ${row.figure} | ${cells.join(' | ')} |`
    }),
  ].join('\n')
}

function verdict(row: Row, limit: Limit | undefined): string {
  if (!limit) return ''
  return `${limitOf(limit)}: ${isReached(row, limit) ? 'reached' : '**missed**'}`
}

function limitOf(limit: Limit | undefined): string {
  return limit ? `${limit.is} ${numberOf(limit.value)}` : ''
}

/** Three significant digits, and whole numbers from a thousand on. */
export function numberOf(value: Spread['median']): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en')
  return Number(value.toPrecision(3)).toString()
}
