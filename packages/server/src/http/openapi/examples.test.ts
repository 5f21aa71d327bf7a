// The examples in the API's description are real requests and responses, and match the schemas next to them.
import { beforeAll, describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type RecordedExamples, recordExamples } from '../../../../../test/generated/api-examples.ts'
import { type Answer, type Instance, startInstance } from '../../../../../test/instance.ts'
import committed from './examples.json' with { type: 'json' }

const file = Bun.file(resolve(import.meta.dir, 'examples.json'))
const renewal = 'RENEW_OPENAPI=1 npm test -- openapi/examples, and then openapi.test'

describe('the examples of the description', () => {
  let instance: Instance
  let recorded: RecordedExamples
  let document: Answer['body']

  beforeAll(async () => {
    instance = await startInstance('sqlite')
    try {
      recorded = await recordExamples(instance)
      document = (await instance.ask('GET /v2/openapi.json')).body
    } finally {
      await instance.stop()
      await instance.database.remove()
    }
  })

  test('are the requests and responses of a real run', async () => {
    const text = `${JSON.stringify(recorded, null, 2)}\n`
    if (process.env.RENEW_OPENAPI) await Bun.write(file, text)
    expect(await file.text(), `The API answers differently. If that is meant: ${renewal}`).toBe(text)
  })

  // The server has read the examples from before they were renewed.
  if (process.env.RENEW_OPENAPI) return

  test('exist for the request and response of every operation', () => {
    for (const { operationId, requestBody, responses } of operationsOf(document)) {
      const example = (committed as RecordedExamples)[operationId]
      expect({ operationId, hasExample: example !== undefined }).toEqual({ operationId, hasExample: true })
      if (requestBody)
        expect({ operationId, request: example?.request }).not.toHaveProperty('request', undefined)
      const [success] = Object.entries<Answer['body']>(responses).filter(([status]) => status.startsWith('2'))
      if (success?.[1].content) expect(success[1].content['application/json'].example).toBeDefined()
    }
  })

  test('match the schemas next to them', () => {
    const ajv = new Ajv({ strict: false, discriminator: false })
    addFormats(ajv)
    ajv.addSchema({ $id: 'document', ...document })
    const faults: unknown[] = []
    for (const { path, method, operationId, requestBody, responses } of operationsOf(document)) {
      const places = [
        ...Object.keys(requestBody?.content ?? {}).map((type) => ['requestBody', 'content', type]),
        ...Object.entries<Answer['body']>(responses).flatMap(([status, { content = {} }]) =>
          Object.keys(content).map((type) => ['responses', status, 'content', type]),
        ),
      ]
      for (const place of places) {
        const media = place.reduce((at, key) => at[key], document.paths[path][method])
        if (media.example === undefined) continue
        const pointer = ['paths', path, method, ...place, 'schema'].map(escaped).join('/')
        const isValid = ajv.validate({ $ref: `document#/${pointer}` }, media.example)
        if (!isValid) faults.push([operationId, place.join(' '), ajv.errorsText()])
      }
    }
    expect(faults).toEqual([])
  })
})

function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function operationsOf({ paths }: Answer['body']) {
  return Object.entries<Record<string, Answer['body']>>(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ['get', 'post', 'put', 'delete'].includes(method))
      .map(([method, operation]) => ({ path, method, ...operation })),
  )
}
