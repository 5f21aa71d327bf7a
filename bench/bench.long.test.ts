// Whether the benchmark runs completely and gives every figure; speed itself is not tested.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '../test/command/requirements.ts'
import { longMilliseconds } from '../test/timeouts.ts'
import { prepareMachine } from './machine.ts'
import { renderDocument, type SectionResults } from './report/document.ts'
import { bench, root, targets, targetsOf } from './small-run.ts'

needs('Linux', 'wrk', 'nginx', 'taskset', 'openssl')

const documents = ['docs/benchmarks.md', 'docs/benchmarks.json'].map((file) => Bun.file(join(root, file)))
const readDocuments = () =>
  Promise.all(documents.map(async (file) => ((await file.exists()) ? file.text() : null)))

function aSmallRun(): void {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-bench-test-'))
  let sections: SectionResults[]
  let before: (string | null)[]

  beforeAll(prepareMachine, longMilliseconds)
  beforeAll(async () => {
    before = await readDocuments()
    const file = join(folder, 'results.json')
    const { status, error } = await bench('--quick', '--json', file)
    expect({ status, error }).toEqual({ status: 0, error: '' })
    sections = JSON.parse(readFileSync(file, 'utf8')) as SectionResults[]
  }, longMilliseconds)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('has a value for every figure', () => {
    const rows = sections.flatMap(({ rows }) => rows)
    expect(rows.length).toBeGreaterThan(50)
    for (const { figure, spread } of rows)
      expect({ figure, isNumber: Object.values(spread).every(Number.isFinite) }).toEqual({
        figure,
        isNumber: true,
      })
  })

  test('has a figure for every target', () => {
    expect(targetsOf(sections)).toEqual(targets)
  })

  test('counts every search result correctly, on both engines', () => {
    const wrong = sections.flatMap(({ rows }) => rows.filter(({ figure }) => figure.includes('wrong total')))
    expect(wrong.map(({ spread }) => spread.max)).toEqual([0, 0])
  })

  test('shows where the time of a redirect goes', () => {
    const { notes = [] } = sections.find(({ name }) => name === 'profile') ?? {}
    expect(notes.join('\n')).toContain('main thread: responses')
    expect(notes.join('\n')).toContain('packages/server/src/')
  })

  test('can be rendered as the document, with each target and whether it was met', () => {
    const document = renderDocument(sections)
    for (const { title } of sections) expect(document).toContain(`## ${title}`)
    expect(document).toMatch(/\d+ of \d+ targets are reached\./)
    expect(document).toMatch(/at most 2\.5: (reached|\*\*missed\*\*)/)
    expect(document).not.toMatch(/NaN|undefined|Infinity/)
  })

  test('does not change the documents', async () => {
    expect(await readDocuments()).toEqual(before)
  })
}

describe('a small run of the benchmark', aSmallRun)
