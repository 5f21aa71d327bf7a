// Reads from PostgreSQL's log what the product ran: servers in the tests' processes, their threads, and programs of their own.

/** Settings with which PostgreSQL logs each statement, together with the name of the program that sent it. */
export const statementLog = ['log_statement=all', 'log_parameter_max_length=0', 'log_line_prefix=%a ']

// The name of the server's and the commands' connections (db/postgres/pool.ts). Migrations and moves have another, because
// they run once over whole tables; tests that connect by themselves have none.
const begin = /^linnet LOG: {2}(?:statement|execute [^:]*): /

/** The different statements in such a log. */
export async function loggedStatements(file: string): Promise<Set<string>> {
  const statements = new Set<string>()
  let current: string | null = null
  for await (const line of linesOf(file)) {
    if (line.startsWith('\t')) {
      if (current !== null) current += `\n${line.slice(1)}`
      continue
    }
    if (current !== null) statements.add(withShortLists(current))
    current = begin.test(line) ? line.replace(begin, '') : null
  }
  if (current !== null) statements.add(withShortLists(current))
  return statements
}

/** With one parameter in each list, so that statements don't differ in their lengths only. */
function withShortLists(statement: string): string {
  return statement.replaceAll(/\bin \(\$\d+(?:, \$\d+)+\)/g, 'in ($1)')
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of Bun.file(file).stream()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
