// Which uploaded images something names, wherever in it they stand.

const imagePath = /^\/?assets\/[A-Za-z0-9_.-]+$/

/** The paths in a tree of records, lists and texts, each once. */
export function imagePaths(tree: unknown): string[] {
  const paths = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node === 'string') {
      if (imagePath.test(node)) paths.add(node)
    } else if (node !== null && typeof node === 'object') {
      for (const part of Object.values(node)) walk(part)
    }
  }
  walk(tree)
  return [...paths]
}
