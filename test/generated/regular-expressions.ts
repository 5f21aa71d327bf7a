// Every regular expression in the sources, as TypeScript's own parser reads them.
import { resolve } from 'node:path'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { isCallExpression, isNewExpression, isRegularExpressionLiteral } from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/async'

const root = resolve(import.meta.dir, '../..')
const projects = ['tsconfig.json', 'packages/dashboard/tsconfig.json'].map((file) => resolve(root, file))

/** Where it is: `packages/server/src/config/config.ts:12`. */
interface Placed {
  place: string
}

export interface Literal extends Placed {
  /** The pattern between the slashes. */
  source: string
  flags: string
}

export interface Expressions {
  literals: Literal[]
  /** A regular expression that is built at run time: `new RegExp(…)`, as written. */
  constructed: (Placed & { code: string })[]
  /** How many files were read. */
  files: number
}

export async function regularExpressions(): Promise<Expressions> {
  const found: Expressions = { literals: [], constructed: [], files: 0 }
  const api = new API({ cwd: root })
  try {
    const snapshot = await api.updateSnapshot({ openProjects: projects })
    for (const project of snapshot.getProjects())
      for (const name of project.rootFiles) {
        const file = name.slice(root.length + 1)
        if (!/^packages\/\w+\/src\//.test(file) || /\.test\.tsx?$/.test(file)) continue
        const source = await project.program.getSourceFile(name)
        if (!source) throw new Error(`TypeScript does not give ${file}`)
        found.files++
        visit(source, {
          file,
          text: source.text,
          codeOf: (node) => source.text.slice(node.getStart(source), node.end),
        })
      }
  } finally {
    await api.close()
  }
  return found

  interface Reading {
    file: string
    text: string
    codeOf(node: Node): string
  }

  function visit(node: Node, reading: Reading): void {
    if (node.kind === SyntaxKind.RegularExpressionLiteral || makesOne(node, reading)) {
      const code = reading.codeOf(node)
      const before = reading.text.slice(0, node.end - code.length)
      const place = `${reading.file}:${before.split('\n').length}`
      const end = code.lastIndexOf('/')
      if (isRegularExpressionLiteral(node))
        found.literals.push({ place, source: code.slice(1, end), flags: code.slice(end + 1) })
      else found.constructed.push({ place, code })
    }
    node.forEachChild((child) => visit(child, reading))
  }
}

/** Whether this calls `RegExp`, or a method that builds a regular expression from a string. */
function makesOne(node: Node, { codeOf }: { codeOf(node: Node): string }): boolean {
  if (!isCallExpression(node) && !isNewExpression(node)) return false
  const called = codeOf(node.expression)
  if (/(?:^|\.)RegExp$/.test(called)) return true
  const [first] = node.arguments ?? []
  return /\.(?:match|matchAll|search)$/.test(called) && first !== undefined && /^['"`]/.test(codeOf(first))
}
