// The curl command that calls an operation, ready to paste into a shell.
import { exampleOf } from './example.ts'
import type { OpenApiDocument, Parameter } from './openapi-document.ts'
import type { ListedOperation } from './operations.ts'
import { resolve } from './resolve.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function exampleParameter(document: OpenApiDocument, parameter: Parameter): string {
  const name = parameter.name ?? ''
  const value = parameter.example ?? exampleOf(document, parameter.schema ?? {}, 'request', name)
  return encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function addressOf(document: OpenApiDocument, { path, parameters, base }: ListedOperation): string {
  const filled = path.replace(/\{([^{}]+)\}/g, (placeholder, name) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
    return parameter === undefined ? placeholder : exampleParameter(document, parameter)
  })
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(
      (parameter) => `${encodeURIComponent(parameter.name ?? '')}=${exampleParameter(document, parameter)}`,
    )
  return `${base}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

function bodyLines(document: OpenApiDocument, { operation }: ListedOperation): string[] {
  const body = operation.requestBody === undefined ? {} : resolve(document, operation.requestBody)
  const [type, content] = Object.entries(body.content ?? {})[0] ?? []
  if (type === undefined || content === undefined) return []
  const example = content.example ?? exampleOf(document, content.schema ?? {}, 'request')
  if (type === 'application/x-www-form-urlencoded' && typeof example === 'object' && example !== null)
    return Object.entries(example).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`)
  return [`-H ${quoted(`Content-Type: ${type}`)}`, `-d ${quoted(JSON.stringify(example, null, 2))}`]
}

/** How curl sends the credential, if one is needed: the first scheme that the operation lists. */
function credentialOf(document: OpenApiDocument, { operation }: ListedOperation): string[] {
  const ways =
    operation.security ?? document.security ?? (operation['x-scope'] === undefined ? [] : [{ '': [] }])
  // An empty scheme: no credential is needed.
  if (ways.length === 0 || ways.some((way) => Object.keys(way).length === 0)) return []
  const [name = ''] = Object.keys(ways[0] ?? {})
  const scheme = document.components?.securitySchemes?.[name]
  if (scheme?.in === 'cookie') return [`-b "${scheme.name}=$SESSION"`]
  return ['-H "Authorization: Bearer $KEY"']
}

export function curlFor(document: OpenApiDocument, listed: ListedOperation): string {
  const body = bodyLines(document, listed)
  const method = listed.method.toUpperCase()
  const implied = method === (body.length > 0 ? 'POST' : 'GET')
  const address = addressOf(document, listed)
  const lines = [
    `curl ${implied ? '' : method === 'HEAD' ? '--head ' : `-X ${method} `}${quoted(address)}`,
    ...credentialOf(document, listed),
    ...body,
  ]
  return lines.join(' \\\n  ')
}
