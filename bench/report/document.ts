// Renders the stored results as a document.

import type { Machine } from '../machine.ts'
import type { Results } from '../section.ts'
import { isReached, type Limit, type Row, type Spread } from './measurements.ts'

// Above this share of busy cores, the document says that the machine was not idle.
const quiet = 0.05

/** The results of one section, and where they come from. */
export interface SectionResults extends Results {
  name: string
  title: string
  method: string
  command: string
  machine: Machine
}

const introduction = `# Benchmarks

Find out how fast Linnet is, compared with nginx and a bare \`Bun.serve\`, and repeat the measurements yourself. The
benchmark writes this page from [benchmarks.json](benchmarks.json). Run it on a quiet Linux machine with two cores or
more:

    npm ci && npm run bench

It installs \`wrk\`, nginx and PostgreSQL if it can (on Debian, as root), and needs about 30 GB for temporary files. With
\`--rounds 3\` it takes some 80 minutes, with the usual five rounds some 90; a third of that is *Under attack* and
*Memory*, and a quarter fills databases, which \`--keep\` keeps for the next run. \`npm run bench -- redirects search\`
runs only these sections and prints them; \`--write\` writes them to this page.

Each figure is the median of several rounds, with the minimum and maximum beside it; targets apply to the median. The
servers have one core to themselves, and the load generator has another.
`

// Written by hand: the benchmark can't install these programs.
const otherShorteners = `**Other shorteners**, measured once, on 2026-11-22, in one run beside nginx and Linnet on a machine with two cores: one for
the server and its database, one for \`wrk\` with 64 connections (16 for YOURLS); CPU of everything involved.

| | CPU per redirect | relative to nginx | redirects per second | memory |
|---|--:|--:|--:|--:|
| nginx | 10.8 µs | 1 × | | |
| Linnet | 19.3 µs | 1.79 × | | |
| Kutt 3.2.3, SQLite | 646 µs | 60 × | 1,530 /s | 334 MB |
| YOURLS on nginx, PHP 8.2 with opcache, MariaDB | 2,250 µs | 209 × | 425 /s | 326 MB |

Neither Kutt nor YOURLS can be installed from a package registry, so the benchmark doesn't repeat this measurement.
`

/** The document of all sections, in their order. */
export function renderDocument(sections: SectionResults[]): string {
  return [introduction, summary(sections), ...sections.flatMap(withOthers)].join('\n')
}

function withOthers(section: SectionResults): string[] {
  return [renderSection(section), ...(section.name === 'redirects' ? [otherShorteners] : [])]
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

/** Where the figures come from: command, date, commit and machine. */
function provenance(command: string, { date, commit, versions, othersBusy }: Machine): string {
  const parts = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const busy =
    othersBusy > quiet ? ` **The machine was busy with other work (${percentOf(othersBusy)} of it).**` : ''
  return `<sub>\`${command}\`, ${date}: Linnet ${commit}; ${parts.join('; ')}.${busy}</sub>`
}

function percentOf(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** How many targets were reached, and which were missed. */
function summary(sections: SectionResults[]): string {
  const judged = sections.flatMap(({ title, rows }) =>
    rows.filter(({ target }) => target).map((row) => ({ title, row })),
  )
  const missed = judged.filter(({ row }) => !isReached(row, row.target as Limit))
  const verdict = `${judged.length - missed.length} of ${judged.length} targets are reached.`
  if (missed.length === 0) return `${verdict}\n`
  const list = missed.map(
    ({ title, row }) =>
      `- ${title}: ${row.figure}: ${numberOf(row.spread.median)} ${row.unit} (target: ${limitOf(row.target)})`,
  )
  return `${verdict} Not reached ([why](missed-targets.md)):\n\n${list.join('\n')}\n`
}

function tableOf(rows: Row[]): string {
  return [
    '| figure | median | min | max | target | goal |',
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
