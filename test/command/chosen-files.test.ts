// Which test files a command line selects.
import { describe, expect, test } from 'bun:test'
import { chooseFiles } from './chosen-files.ts'

const all = ['a/links.test.ts', 'a/links.long.test.ts', 'a/pages.test.ts', 'b/cluster.long.test.ts']

describe('the test command runs', () => {
  test('the first tier by default', () => {
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

  test('the first-tier files that match a word', () => {
    expect(chooseFiles(all, ['links'])).toMatchObject({ files: ['a/links.test.ts'], longFiles: [] })
  })

  test('the files of both tiers that match a word, with --all', () => {
    expect(chooseFiles(all, ['links', '--all'])).toMatchObject({
      files: ['a/links.test.ts'],
      longFiles: ['a/links.long.test.ts'],
    })
  })

  test('second-tier files if a word matches no others', () => {
    expect(chooseFiles(all, ['cluster'])).toMatchObject({ files: [], longFiles: ['b/cluster.long.test.ts'] })
    expect(chooseFiles(all, ['links.long'])).toMatchObject({ longFiles: ['a/links.long.test.ts'] })
  })

  test('single tests by name, and passes other flags on', () => {
    expect(chooseFiles(all, ['-t', 'a name', '--timeout=5'])).toMatchObject({
      flags: ['--test-name-pattern=a name', '--timeout=5'],
      byName: true,
    })
  })

  test('what a change since a commit affects', () => {
    expect(chooseFiles(all, ['--changed']).changedSince).toBe('')
    expect(chooseFiles(all, ['--changed=main']).changedSince).toBe('main')
    expect(chooseFiles(all, []).changedSince).toBeUndefined()
  })

  test('quickly, unless it is a whole tier', () => {
    const isQuick = (...words: string[]) => chooseFiles(all, words).isQuick
    expect([
      isQuick('links'),
      isQuick('--changed'),
      isQuick(),
      isQuick('--all'),
      isQuick('-t', 'name'),
    ]).toEqual([true, true, false, false, false])
  })

  test('nothing, with an error, if no file matches a word', () => {
    expect(() => chooseFiles(all, ['nonsense'])).toThrow("No test file has 'nonsense' in its path.")
  })
})
