// The paths of operations in the HTTP router's syntax, and the methods that each of them allows.
import type { Operation } from '@linnet/contract'

/** `/links/{short}` as `/links/:short`. */
export function pathPattern({ path }: Operation): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** For sorting: the first route that matches wins, so a fixed segment such as `bulk` comes before a parameter. */
export function fixedSegmentsFirst(one: Operation, other: Operation): number {
  // `{` sorts after letters, digits, `-` and `/`.
  return one.path < other.path ? -1 : Number(one.path > other.path)
}

/**
 * The methods of each path, including those of a path with a parameter that also matches it: `/links/bulk` could be a
 * link's slug.
 */
export function methodsByPath(operations: Operation[]): Map<string, string[]> {
  const mounted = operations.map((operation) => ({
    method: operation.method,
    segments: pathPattern(operation).split('/'),
  }))
  const methodsAt = (path: string[]) => {
    const known = mounted.filter(({ segments }) => matches(path, segments)).map(({ method }) => method)
    return [...new Set(known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
  }
  return new Map(mounted.map(({ segments }) => [segments.join('/'), methodsAt(segments)]))
}

function matches(path: string[], pattern: string[]): boolean {
  return (
    path.length === pattern.length &&
    pattern.every((segment, index) => segment.startsWith(':') || segment === path[index])
  )
}
