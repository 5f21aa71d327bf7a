// Runs the benchmark for tests, and lists its targets.
import { join, resolve } from 'node:path'
import { outcomeOf } from '../test/machine/child-output.ts'
import type { SectionResults } from './report/document.ts'

export const root = resolve(import.meta.dir, '..')

/** Runs the benchmark command with these arguments until it ends. */
export async function bench(...words: string[]) {
  const command = Bun.spawn([process.execPath, join(root, 'bench/run.ts'), ...words], {
    cwd: root,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return await outcomeOf(command)
}

/** The targets that these results have figures for, such as `redirects: at most 2.5`. */
export function targetsOf(sections: SectionResults[]): Set<string> {
  return new Set(
    sections.flatMap(({ name, rows }) =>
      rows.flatMap(({ target }) => (target ? [`${name}: ${target.is} ${target.value}`] : [])),
    ),
  )
}

/** Every target that a whole run must have a figure for. */
export const targets = new Set([
  'redirects: at most 2.5',
  'redirects: at most 2',
  'redirects: at most 3',
  'redirects: at least 0.5',
  'steady: at most 1.6',
  'rules: at most 3',
  'rules: at most 2',
  'stored-links: at least 0.9',
  'nodes: at least 1.7',
  'nodes: at least 0.9',
  'nodes: under 2',
  'nodes: under 100',
  'creating: at least 2500',
  'creating: at most 2',
  'credentials: at most 10',
  'agents: at most 90',
  'agents: at most 150',
  'agents: under 300',
  'qr: at least 5000',
  'qr: at most 2',
  'deliveries: at least 2000',
  'deliveries: at most 2',
  'deliveries: at most 50',
  'deliveries: at most 1.2',
  'microsites: at least 10000',
  'dashboard: at most 800',
  'dashboard: at most 130',
  'dashboard: at most 1',
  'statistics: under 20',
  'statistics: at most 1.1',
  'search: under 30',
  'tags: under 30',
  'tags: at most 0',
  'mistyped-codes: under 2',
  'mistyped-codes: at least 95',
  'link-health: under 1',
  'link-health: under 10',
  'link-health: at most 1.05',
  'link-health: at most 0',
  'search: under 100',
  'search: under 300',
  'search: at most 0',
  'memory: at most 70',
  'memory: at most 160',
  'memory: at most 1',
  'starting: at most 200',
  'starting: at most 300',
  'starting: at most 120',
  'starting: under 500',
  'hostile: under 100',
  'hostile: under 250',
  'hostile: under 1000',
  'workspaces: under 50',
])
