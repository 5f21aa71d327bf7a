// Reads messages of JSON-RPC 2.0.

export interface Message {
  jsonrpc: '2.0'
  /** Notifications have none. */
  id?: string | number
  method: string
  params?: Record<string, unknown>
}

/**
 * Reads a message, without the fields that JSON-RPC 2.0 doesn't define: unknown fields are ignored, as everywhere. A string
 * says what is wrong with the value (section 4 of JSON-RPC 2.0; MCP has no null ids and no arrays as params, 2025-11-25,
 * "Messages").
 */
export function messageIn(value: unknown): Message | string {
  if (!isObject(value) || value.jsonrpc !== '2.0')
    return 'Send a message of JSON-RPC 2.0: an object with "jsonrpc": "2.0".'
  const { id, method, params } = value
  if ('id' in value && typeof id !== 'string' && !Number.isSafeInteger(id))
    return 'The "id" of a request must be a string or an integer of at most 53 bits.'
  if (typeof method !== 'string') return 'A message needs a "method", a string such as "tools/call".'
  if ('params' in value && !isObject(params)) return 'The "params" of a message must be an object.'
  return {
    jsonrpc: '2.0',
    ...('id' in value && { id: id as string | number }),
    method,
    ...('params' in value && { params: params as Record<string, unknown> }),
  }
}

/** Whether a value is a response to a request. */
export function isAnswer(value: unknown): boolean {
  return (
    isObject(value) &&
    value.jsonrpc === '2.0' &&
    !('method' in value) &&
    ('result' in value || 'error' in value)
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
