// docs/agents.md compared with the code; test/referees runs its commands.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@linnet/contract'
import { root } from '../test/machine/program.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const document = read('docs/agents.md')

describe('the document', () => {
  test('names each tool with its scope', () => {
    const named = [...document.matchAll(/^\| `(\w+:\w+)` \| (.*) \|$/gm)].flatMap(([, scope, tools = '']) =>
      [...tools.matchAll(/\w+/g)].map(([tool]) => `${scope} ${tool}`),
    )
    const declared = operations.flatMap(({ scope, tool }) => (tool && scope ? [`${scope} ${tool.name}`] : []))
    expect(named.sort()).toEqual(declared.sort())
    expect(document).toContain('| the scope of the change that is undone | `undo` |')
  })

  test('uses the README’s account, its own codes, and the installed versions', () => {
    const readme = read('README.md')
    const account = /^\.\/bin\/linnet user create .*$/m
    expect(account.exec(document)?.[0]).toBe(account.exec(readme)?.[0])
    const codes = (text: string) => [...text.matchAll(/"custom_slug": "(\w+)"/g)].map(([, code]) => code)
    expect(codes(document)).not.toBeEmpty()
    for (const code of codes(document)) expect(codes(readme)).not.toContain(code)
    const installed: Record<string, string> = JSON.parse(read('test/referees/package.json')).dependencies
    const named = [...document.matchAll(/(?:npx -y |npm install |"-y", ")(@?[\w/-]+)@([\w.-]+)/g)]
    const versions = Object.fromEntries(named.map(([, name = '', version = '']) => [name, version]))
    expect(Object.keys(versions).sort()).toEqual([
      '@modelcontextprotocol/client',
      '@modelcontextprotocol/inspector',
      'mcp-remote',
    ])
    for (const [, name = '', version] of named)
      expect(`${name} ${version}`).toBe(`${name} ${installed[name]}`)
  })

  test('contains only valid JSON', () => {
    const blocks = [...document.matchAll(/^(\{\n[\s\S]*?^\})$/gm)].map(([, block = '']) => block)
    expect(blocks.length).toBeGreaterThan(3)
    for (const block of blocks) expect(() => JSON.parse(block)).not.toThrow()
  })
})
