// The agent-tool server in the API's description: one JSON-RPC 2.0 endpoint, and the metadata that tells clients how to sign in.
import { headersOfAnswer } from './headers.ts'
import type { Json } from './schemas.ts'

const tag = 'Agent tools'
const message = {
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0' },
    id: {
      type: ['string', 'integer'],
      description: 'Returned with the result; a message without an id gets no result',
    },
    method: {
      type: 'string',
      description:
        '`initialize`, `ping`, `tools/list`, `tools/call`; since 2026-07-28 also `server/discover`',
    },
    params: { type: 'object' },
  },
}
const result = {
  type: 'object',
  required: ['jsonrpc', 'id'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0' },
    id: { type: ['string', 'integer', 'null'] },
    result: { type: 'object' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' }, data: { type: 'object' } },
    },
  },
}
const resource = {
  type: 'object',
  required: ['resource', 'authorization_servers'],
  properties: {
    resource: { type: 'string' },
    authorization_servers: { type: 'array', items: { type: 'string' } },
    scopes_supported: { type: 'array', items: { type: 'string' } },
    bearer_methods_supported: { type: 'array', items: { type: 'string' } },
    resource_name: { type: 'string' },
    resource_documentation: { type: 'string' },
  },
}

/** The paths of the agent tools, with their address as the server's. */
export function toolPaths(mcpUrl: string): Record<string, Json> {
  const servers = [{ url: mcpUrl }]
  const answer = (status: number, description: string, schema?: Json) => ({
    description,
    headers: headersOfAnswer(status, false),
    ...(schema ? { content: { 'application/json': { schema } } } : {}),
  })
  const discovery = (operationId: string, of: string) => ({
    servers,
    get: {
      operationId,
      tags: [tag],
      summary: `Get the authorization server for ${of}`,
      security: [],
      responses: { 200: answer(200, 'The metadata (RFC 9728)', resource) },
    },
  })
  return {
    '/mcp': {
      servers,
      post: {
        operationId: 'callAgentTools',
        tags: [tag],
        summary: 'Send a message to the agent tools',
        description:
          'The Model Context Protocol over HTTP, without sessions, revisions 2024-11-05 to 2026-07-28. Each tool needs the scope of its operation. Only `tools/call` counts toward the calls included in the plan.',
        security: [{ apiKey: [] }, { oauth: [] }],
        parameters: [
          {
            name: 'Mcp-Protocol-Version',
            in: 'header',
            required: false,
            description: 'The protocol revision that the client uses',
            schema: { type: 'string' },
          },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: message } } },
        responses: {
          200: answer(200, 'The result, or a JSON-RPC error', result),
          202: answer(202, 'The notification was accepted; there is no result'),
          400: answer(400, 'The message could not be read', result),
          401: answer(401, '`unauthenticated`: see the metadata at the URL in `WWW-Authenticate`', result),
          403: answer(403, '`insufficient_scope`, or the plan does not include agent tools', result),
          429: answer(429, '`rate_limited`', result),
        },
      },
    },
    '/.well-known/oauth-protected-resource': discovery('getResourceMetadata', 'this host'),
    '/.well-known/oauth-protected-resource/mcp': discovery('getAgentToolsMetadata', 'the agent tools'),
  }
}
