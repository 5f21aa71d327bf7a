// The benchmark's command line, and its last document. bench.long.test.ts runs the whole benchmark.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { renderDocument } from './report/document.ts'
import { bench, root, targets, targetsOf } from './small-run.ts'

describe('the document of the benchmark', async () => {
  const stored = await Bun.file(join(root, 'docs/benchmarks.json')).json()

  test('is what the stored results render to', async () => {
    const document = renderDocument(stored)
    expect(document).toBe(await Bun.file(join(root, 'docs/benchmarks.md')).text())
    expect(document).toMatch(/\d+ of \d+ targets are reached\./)
    expect(document).not.toMatch(/NaN|undefined|Infinity/)
  })

  test('has a figure for every target', () => {
    expect(targetsOf(stored)).toEqual(targets)
  })
})

describe('the command line of the benchmark', () => {
  test.each([
    [['nonsense'], 'there is no section nonsense'],
    [['--rounds', '0'], '--rounds must be a whole number from 1'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('%p is refused before anything is measured', async (words, sentence) => {
    const { status, out, error } = await bench(...words)
    expect(status).toBe(1)
    expect(out).toBe('')
    expect(error).toContain(sentence)
  })
})
