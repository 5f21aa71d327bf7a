// What the check after the tests says about a log and a list.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultsOfList, listedLines } from './check.ts'

const folder = mkdtempSync(join(tmpdir(), 'linnet-statements-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A log as PostgreSQL writes it, with the given entries of the program `linnet`, and those of others. */
function logOf(...entries: string[]): string {
  const file = join(folder, `${crypto.randomUUID()}.log`)
  const others = [
    ' LOG:  database system is ready to accept connections',
    '[unknown] LOG:  statement: delete from links',
    'linnet-migration LOG:  statement: delete from links',
    'linnet ERROR:  canceling statement due to statement timeout',
    'linnet STATEMENT:  delete from links',
  ]
  const own = entries.map((entry) => `linnet LOG:  ${entry.replaceAll('\n', '\n\t')}`)
  writeFileSync(file, `${[...others, ...own, ...others].join('\n')}\n`)
  return file
}

const markdown = `# Scaling

### Statements that name no owner

A redirect finds its owner:

\`\`\`
select codes, links by codes.code, codes.domain_id
\`\`\`

Rows are deleted by number:

\`\`\`
delete domains/links by id
\`\`\`

## Next

\`\`\`
npm test
\`\`\`
`

const redirect =
  'execute linnet_question_0: select * from codes\n join links on links.id = codes.link_id where domain_id = $1'
const redirects = redirect.replace('where domain_id', 'where codes.code = $2 and codes.domain_id')
const deletions = ['domains', 'links'].map(
  (table) => `execute <unnamed>: delete from ${table} where id in ($1, $2)`,
)

test('the list is the lines in the code blocks of its section', () => {
  expect([...listedLines(markdown)]).toEqual([
    'select codes, links by codes.code, codes.domain_id',
    'delete domains by id',
    'delete links by id',
  ])
})

test('a log with exactly what is listed has no faults', async () => {
  const log = logOf('statement: select * from links where user_id = 7', redirects, ...deletions)
  expect(await faultsOfList(log, markdown, true)).toBeNull()
})

test('a statement that is not listed is a fault that says what to do', async () => {
  const log = logOf(redirects, ...deletions, 'statement: update links\nset title = null\n')
  const faults = await faultsOfList(log, markdown, true)
  expect(faults).toStartWith(
    "Not in docs/scaling.md, though the owner isn't named:\n  update links\n    in: update links set title = null\n",
  )
  expect(faults).toContain('Name the owner (`user_id = …`)')
  expect(faults).toContain('under\n"Statements that name no owner" in docs/scaling.md')
})

test('a statement that can not be judged is a fault', async () => {
  const log = logOf(redirects, ...deletions, 'statement: truncate links')
  expect(await faultsOfList(log, markdown, true)).toContain(
    "  test/owners can't judge a TruncateStmt\n    in: truncate links\n",
  )
})

test('a line that no statement had is a fault, but only after all tests', async () => {
  const log = logOf(redirects, ...deletions.slice(1))
  expect(await faultsOfList(log, markdown, true)).toBe(
    'In docs/scaling.md, though no test ran such a statement; remove it there:\n  delete domains by id',
  )
  expect(await faultsOfList(log, markdown, false)).toBeNull()
})
