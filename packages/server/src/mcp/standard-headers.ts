// The headers that repeat parts of a message of 2026-07-28, so that proxies needn't read it ("Standard headers").

export interface StandardHeaders {
  version: string | undefined
  method: string | undefined
  name: string | undefined
}

export function standardHeadersOf({ headers }: Request): StandardHeaders {
  const header = (name: string) => headers.get(name)?.trim()
  return { version: header('mcp-protocol-version'), method: header('mcp-method'), name: header('mcp-name') }
}

/** Whether all headers of a request are present and match it. */
export function areHeadersRight(
  { version, method, name }: StandardHeaders,
  request: { method: string; params?: unknown },
): boolean {
  if (version === undefined || method !== request.method) return false
  const named = (request.params as { name?: unknown } | undefined)?.name
  // Only tools have names here; a name of the wrong type is an error in the params.
  if (request.method !== 'tools/call' || typeof named !== 'string') return true
  return name !== undefined && decoded(name) === named
}

const encoded = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/

/** A header's value. What headers can't contain is sent as UTF-8 in base64, and decoded here; null if it is invalid. */
function decoded(value: string): string | null {
  if (!value.startsWith('=?base64?') || !value.endsWith('?=')) return value
  const [, content] = encoded.exec(value) ?? []
  if (content === undefined) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(content, 'base64'))
  } catch {
    return null
  }
}
