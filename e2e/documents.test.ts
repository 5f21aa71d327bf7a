// Checks README.md, docs/README.md and every other document: the indexes list all of them, and all links resolve.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../test/machine/program.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documentsIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const documents = ['.', 'docs', 'docs/decisions'].flatMap(documentsIn)

/** What a document links to or shows: paths in this repository, with their anchors. */
function linksOf(file: string): { path: string; anchor: string }[] {
  const text = read(file).replaceAll(/^```[\s\S]*?^```/gm, '')
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture ?? '',
  )
  return targets
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#')
      return { path: path === '' ? file : join(dirname(file), path), anchor }
    })
}

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('every document is listed once', () => {
  test.each([
    ['docs/README.md', [...documentsIn('docs'), 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md']],
    ['docs/decisions/README.md', documentsIn('docs/decisions')],
  ])('in %s', (index, wanted) => {
    const listed = linksOf(index).map(({ path }) => path)
    const missing = wanted.filter((file) => file !== index && !listed.includes(file))
    expect(missing).toEqual([])
    expect(listed.length).toBe(new Set(listed).size)
  })
})

test.each(documents)('%s has a title, and only links that resolve', (file) => {
  expect(read(file)).toMatch(/^# .+\n\n[^#\n]/)
  const broken = linksOf(file).filter(
    ({ path, anchor }) =>
      !existsSync(join(root, path)) || (anchor !== '' && !anchorsOf(path).includes(anchor)),
  )
  expect(broken).toEqual([])
})
