// Runs docs/microsites.md and docs/images.md as they are written: their commands print the output shown below them.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '../test/command/requirements.ts'
import { outcomeOf } from '../test/machine/child-output.ts'
import { endAll, root, type ServerProcess, serve } from '../test/machine/program.ts'

needs('curl')

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const microsites = read('docs/microsites.md')
/** The account of the README and the quickstart, which the other documents assume. */
const account = /^\.\/bin\/linnet user create .*$/m

interface Step {
  typed: string
  shown: string
}

/** A document's commands, each with the output that it shows. */
function stepsOf(document: string): Step[] {
  const pattern = /^```sh\n([^`]*?)^```\n\n```(?:text|json)\n([^`]*?)^```$/gm
  return [...document.matchAll(pattern)].map(([, typed = '', shown = '']) => ({ typed, shown }))
}

/** Without what differs from run to run: the port, identifiers, names of images and times. */
function settled(text: string): string {
  return text
    .replaceAll(/localhost:\d+/g, 'localhost:3000')
    .replaceAll(/\b(mic|cmp|itm|ast|usr|wsp|ver|chg)_\w+/g, '$1_…')
    .replaceAll(/\/assets\/[a-z0-9]{24}/g, '/assets/…')
    .replaceAll(/"(\w+_at|at)":\d+/g, '"$1":0')
    .trim()
}

afterAll(endAll)

for (const [name, before, steps] of [
  ['docs/microsites.md', '', stepsOf(microsites)],
  ['docs/images.md', `${account.exec(microsites)?.[0]} >/dev/null\n`, stepsOf(read('docs/images.md'))],
] as const)
  describe(name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'linnet-document-'))
    let server: ServerProcess

    beforeAll(async () => {
      server = await serve({ DATA_DIR: folder })
    })

    afterAll(() => rmSync(folder, { recursive: true }))

    test('the commands, run one after the other in one shell, print what the document shows', async () => {
      const end = '@@end of a step@@\n'
      const script = before + steps.map(({ typed }) => `${typed}printf '\\n${end.trim()}\\n'\n`).join('')
      const here = script
        .replaceAll('localhost:3000', `localhost:${server.port}`)
        .replaceAll('/tmp/', `${folder}/`)
      const shell = Bun.spawn(['sh', '-c', here], {
        cwd: root,
        env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const { out, error } = await outcomeOf(shell)
      expect(error).toBe('')
      if (process.env.FIGURES) console.log(out)
      expect(steps.length).toBeGreaterThan(1)
      expect(out.split(end).slice(0, -1).map(settled)).toEqual(steps.map(({ shown }) => settled(shown)))
    })
  })

test('every block of commands in docs/microsites.md is followed by its output', () => {
  expect(stepsOf(microsites)).toHaveLength(microsites.split('```sh\n').length - 1)
})

test('the account is that of the README', () => {
  expect(account.exec(microsites)?.[0]).toBe(account.exec(read('README.md'))?.[0])
})
