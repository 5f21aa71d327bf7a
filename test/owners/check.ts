// Compares the statements that name no owner with those that docs/scaling.md lists, after the tests have run.
import { loggedStatements } from './logged-statements.ts'
import { ownerlessParts } from './ownerless.ts'

export const document = 'docs/scaling.md'
export const heading = '### Statements that name no owner'

const howToFix = `Name the owner (\`user_id = …\`), so that the statement could run on one node of a distributed PostgreSQL. If
it can't, because it has yet to find the owner or works for all of them, add its line to the list under
"${heading.replace(/^#+ /, '')}" in ${document}, below the reason.`

/**
 * What is wrong with the list, as text for a developer; null if nothing is. `log` is the file of PostgreSQL's log. Only after
 * a run of all tests can a line be superfluous.
 */
export async function faultsOfList(
  log: string,
  markdown: string,
  isWholeRun: boolean,
): Promise<string | null> {
  const listed = listedLines(markdown)
  const statements = await loggedStatements(log)
  const found = new Map<string, string>()
  for (const statement of statements)
    for (const line of judged(statement)) if (!found.has(line)) found.set(line, statement)
  const unlisted = [...found].filter(([line]) => !listed.has(line))
  const unused = isWholeRun ? [...listed].filter((line) => !found.has(line)) : []
  const faults = unlisted.map(
    ([line, statement]) => `  ${line}\n    in: ${statement.replaceAll(/\s+/g, ' ').trim()}`,
  )
  return (
    [
      ...(faults.length > 0
        ? [`Not in ${document}, though the owner isn't named:`, ...faults, howToFix]
        : []),
      ...(unused.length > 0
        ? [
            `In ${document}, though no test ran such a statement; remove it there:`,
            ...unused.map((line) => `  ${line}`),
          ]
        : []),
    ].join('\n') || null
  )
}

function judged(statement: string): string[] {
  try {
    return ownerlessParts(statement)
  } catch (error) {
    return [(error as Error).message]
  }
}

/** The lines of the list; `select/delete domains/links by id` are four. */
export function listedLines(markdown: string): Set<string> {
  const [, section = ''] = markdown.split(`\n${heading}\n`)
  const own = section.split(/^#{1,3} /m)[0] ?? ''
  const blocks = [...own.matchAll(/^```\n(.*?)^```$/gms)].map(([, block = '']) => block)
  return new Set(
    blocks.flatMap((block) => block.split('\n').filter((line) => line.trim() !== '')).flatMap(expanded),
  )
}

function expanded(line: string): string[] {
  const [, verbs = '', tables = '', rest = ''] = /^([\w/]+) ([\w/]+)(.*)$/.exec(line) ?? []
  return verbs.split('/').flatMap((verb) => tables.split('/').map((table) => `${verb} ${table}${rest}`))
}
