// Finds the uploaded images that components and items name.

const imagePath = /^\/?assets\/[A-Za-z0-9_.-]+$/

/** The paths in a tree of objects, lists and strings, each once. */
export function imagePaths(tree: unknown): string[] {
  const paths = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node === 'string') {
      if (imagePath.test(node)) paths.add(node)
    } else if (node !== null && typeof node === 'object') {
      for (const linkName of Object.values(node)) walk(linkName)
    }
  }
  walk(tree)
  return [...paths]
}
