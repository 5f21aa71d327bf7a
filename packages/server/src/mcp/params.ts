// Says what is wrong with the params of a request. The library would respond with its schemas' own report.
import { isJSONRPCNotification, isJSONRPCRequest, specTypeSchemas } from '@modelcontextprotocol/server'

// The methods whose params have a schema.
const requests = new Map(
  Object.entries({
    initialize: specTypeSchemas.InitializeRequest,
    'tools/list': specTypeSchemas.ListToolsRequest,
    'tools/call': specTypeSchemas.CallToolRequest,
  }),
)

// The fields in the specification. Other names from a client aren't repeated to it, or to its model.
const knownFields = new Set(
  `params _meta progressToken name arguments cursor protocolVersion capabilities clientInfo version title description
  websiteUrl icons roots listChanged sampling context tools elicitation form url experimental extensions tasks task
  io.modelcontextprotocol/protocolVersion io.modelcontextprotocol/clientInfo io.modelcontextprotocol/clientCapabilities
  io.modelcontextprotocol/logLevel io.modelcontextprotocol/related-task`.split(/\s+/),
)

/** Names the field of `params` that is missing or has the wrong type; null if there is none, and for other methods. */
export function faultIn(request: { method: string; params?: unknown }): string | null {
  const result = requests.get(request.method)?.['~standard'].validate(request)
  if (!result || result instanceof Promise || !result.issues) return null
  const path = result.issues[0]?.path?.map(String) ?? []
  const unknown = path.findIndex((name) => !knownFields.has(name))
  return faultAt((unknown < 0 ? path : path.slice(0, unknown)).join('.') || 'params')
}

/** Whether `params._meta` is invalid, in a message that is otherwise valid. */
export function isMetaWrong(message: object): boolean {
  return !isJSONRPCRequest(message) && !isJSONRPCNotification(message)
}

export function faultAt(path: string): string {
  return `Invalid params: ${JSON.stringify(path)} is missing or has the wrong type.`
}
