// Which test files a command line runs.
import { describe, expect, test } from 'bun:test'
import { chooseFiles } from './chosen-files.ts'

const all = ['a/links.test.ts', 'a/links.long.test.ts', 'a/pages.test.ts', 'b/cluster.long.test.ts']

describe('the test command runs', () => {
  test('the first tier, without a word', () => {
    expect(chooseFiles(all, [])).toMatchObject({
      files: ['a/links.test.ts', 'a/pages.test.ts'],
      longFiles: [],
      leftOut: ['a/links.long.test.ts', 'b/cluster.long.test.ts'],
    })
  })

  test('both tiers with --all', () => {
    expect(chooseFiles(all, ['--all'])).toMatchObject({
      files: ['a/links.test.ts', 'a/pages.test.ts'],
      longFiles: ['a/links.long.test.ts', 'b/cluster.long.test.ts'],
      leftOut: [],
      all: true,
    })
  })

  test('of the first tier what a word names', () => {
    expect(chooseFiles(all, ['links'])).toMatchObject({ files: ['a/links.test.ts'], longFiles: [] })
  })

  test('of both tiers what a word names, with --all', () => {
    expect(chooseFiles(all, ['links', '--all'])).toMatchObject({
      files: ['a/links.test.ts'],
      longFiles: ['a/links.long.test.ts'],
    })
  })

  test('the second tier where a word names nothing else', () => {
    expect(chooseFiles(all, ['cluster'])).toMatchObject({ files: [], longFiles: ['b/cluster.long.test.ts'] })
    expect(chooseFiles(all, ['links.long'])).toMatchObject({ longFiles: ['a/links.long.test.ts'] })
  })

  test('single tests by name, and hands other flags on', () => {
    expect(chooseFiles(all, ['-t', 'a name', '--timeout=5'])).toMatchObject({
      flags: ['--test-name-pattern=a name', '--timeout=5'],
      byName: true,
    })
  })

  test('what has changed since a commit', () => {
    expect(chooseFiles(all, ['--changed']).changedSince).toBe('')
    expect(chooseFiles(all, ['--changed=main']).changedSince).toBe('main')
    expect(chooseFiles(all, []).changedSince).toBeUndefined()
  })

  test('nothing, and says so, where no file has the word', () => {
    expect(() => chooseFiles(all, ['nonsense'])).toThrow("No test file has 'nonsense' in its path.")
  })
})
