// What is wrong with the params of a request, in our words: the library would answer with its schemas' own report.
import { specTypeSchemas } from '@modelcontextprotocol/server'

// Of the methods that have params of a shape here.
const requests = new Map(
  Object.entries({
    initialize: specTypeSchemas.InitializeRequest,
    'tools/list': specTypeSchemas.ListToolsRequest,
    'tools/call': specTypeSchemas.CallToolRequest,
  }),
)

/** Names the member of `params` that is missing or of a wrong type; null where there is none, and for other methods. */
export function faultIn(request: { method: string; params?: unknown }): string | null {
  const result = requests.get(request.method)?.['~standard'].validate(request)
  if (!result || result instanceof Promise || !result.issues) return null
  const path = result.issues[0]?.path?.map(String).join('.') ?? 'params'
  return `Invalid params: ${JSON.stringify(path.slice(0, 100))} is missing or of a wrong type.`
}
