// Adds examples to the description: requests and responses that examples.test.ts recorded from a real run.
import recorded from './examples.json' with { type: 'json' }
import type { Json } from './schemas.ts'

/** The recorded request and response of one operation. */
export interface Example {
  /** Values of parameters in the path, the query and headers, by name. */
  parameters?: Record<string, string>
  request?: unknown
  /** The body of the successful response, if it has one. */
  answer?: unknown
}

type Operation = Json & {
  operationId: string
  parameters?: (Json & { name: string })[]
  requestBody?: Json & { content: Record<string, Json> }
  responses: Record<string, Json & { content?: Record<string, Json> }>
}

const examples: Partial<Record<string, Example>> = recorded
const methods = ['get', 'post', 'put', 'delete'] as const

/** The paths with an example in each of their operations. */
export function withExamples(paths: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([key, value]) => [
          key,
          methods.some((method) => method === key) ? withExample(value as Operation) : value,
        ]),
      ),
    ]),
  )
}

function withExample(operation: Operation): Operation {
  const example = examples[operation.operationId]
  if (!example) return operation
  const { parameters, requestBody, responses } = operation
  return {
    ...operation,
    ...(parameters
      ? {
          parameters: parameters.map((parameter) => {
            const value = example.parameters?.[parameter.name]
            return value === undefined ? parameter : { ...parameter, example: typedValue(parameter, value) }
          }),
        }
      : {}),
    ...(requestBody && example.request !== undefined
      ? { requestBody: { ...requestBody, content: exampleIn(requestBody.content, example.request) } }
      : {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        status.startsWith('2') && response.content && example.answer !== undefined
          ? { ...response, content: exampleIn(response.content, example.answer) }
          : response,
      ]),
    ),
  }
}

function exampleIn(content: Record<string, Json>, example: unknown): Record<string, Json> {
  return Object.fromEntries(Object.entries(content).map(([type, media]) => [type, { ...media, example }]))
}

/** A value converted to its schema's type, because in a URL every value is a string. */
function typedValue({ schema }: Json, text: string): unknown {
  const { type } = schema as { type?: string }
  return type === 'integer' ? Number(text) : type === 'boolean' ? text === 'true' : text
}
