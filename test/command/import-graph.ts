// The import graph of this repository: it shows which test files a changed file affects.
import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const FOLDERS = ['packages', 'e2e', 'test', 'bench']
const MODULES = '**/*.{ts,tsx}'
const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }

/** The modules that each module imports or starts, as paths relative to the root. */
export async function importsOf(root: string): Promise<Map<string, string[]>> {
  const files = FOLDERS.flatMap((folder) => [
    ...new Bun.Glob(`${folder}/${MODULES}`).scanSync({ cwd: root }),
  ]).filter((file) => !file.includes('node_modules') && !file.endsWith('.d.ts'))
  const graph = new Map<string, string[]>()
  for (const file of files) {
    const text = await Bun.file(join(root, file)).text()
    const imports = transpilers[file.endsWith('x') ? 'tsx' : 'ts'].scanImports(text).map(({ path }) => path)
    // Threads and processes are started by file name.
    const started = [...text.matchAll(/'(\.{0,2}[\w./-]*\.tsx?)'/g)].map(([, path = '']) =>
      path.startsWith('.') ? path : `./${path}`,
    )
    graph.set(
      file,
      [...imports, ...started].flatMap((path) => resolved(root, file, path)),
    )
  }
  return graph
}

function resolved(root: string, from: string, specifier: string): string[] {
  if (specifier.startsWith('.')) {
    const file = join(dirname(from), specifier)
    return existsSync(join(root, file)) ? [file] : []
  }
  if (!specifier.startsWith('@linnet/')) return []
  try {
    return [relative(root, Bun.resolveSync(specifier, join(root, dirname(from))))]
  } catch {
    return []
  }
}

/** These modules, and all that import them, directly or indirectly. */
export function importersOf(graph: Map<string, string[]>, modules: Iterable<string>): Set<string> {
  const importers = new Map<string, string[]>()
  for (const [file, imports] of graph)
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), file])
  const found = new Set(modules)
  for (const module of found) for (const importer of importers.get(module) ?? []) found.add(importer)
  return found
}

/** A module and everything it imports, directly or indirectly. */
export function importedBy(graph: Map<string, string[]>, module: string): Set<string> {
  const found = new Set([module])
  for (const importer of found) for (const imported of graph.get(importer) ?? []) found.add(imported)
  return found
}
