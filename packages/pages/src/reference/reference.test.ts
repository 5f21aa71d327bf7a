// What the API reference shows of a document, and which incomplete documents it accepts.
import { describe, expect, test } from 'bun:test'
import { contentSecurityPolicy } from '../index.ts'
import { type OpenApiDocument, renderApiReference } from './index.ts'

const link = {
  type: 'object',
  required: ['short'],
  properties: { short: { type: 'string', examples: ['launch'] } },
}
const document: OpenApiDocument = {
  info: { title: 'Short API', description: 'First words.\n\nSecond `words`.' },
  servers: [{ url: 'https://api.example/v2/' }],
  tags: [{ name: 'Links' }],
  security: [{ key: [] }],
  'x-scopes': { 'links:write': 'Create and change links' },
  'x-error-codes': [{ code: 'slug_taken', status: 422, message: 'That code is taken' }],
  paths: {
    '/status': { get: { operationId: 'status', security: [] } },
    '/links': {
      post: {
        operationId: 'createLink',
        tags: ['Links'],
        summary: 'Create a <link>',
        'x-scope': 'links:write',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewLink' } } },
        },
        responses: {
          200: {
            description: 'The link',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Link' } } },
          },
          422: { description: 'Refused' },
        },
      },
    },
    '/links/{short}': {
      parameters: [
        { name: 'short', in: 'path', required: true, schema: { type: 'string', examples: ["it's"] } },
      ],
      delete: { operationId: 'archiveLink', tags: ['Links'], summary: 'Archive' },
    },
  },
  webhooks: {
    'link.created': {
      post: {
        summary: 'A link is <born>',
        parameters: [
          {
            name: 'X-Event',
            in: 'header',
            required: true,
            description: 'Its `type`',
            schema: { type: 'string' },
          },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { data: { $ref: '#/components/schemas/Link' } } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Link: link,
      NewLink: {
        allOf: [
          {
            type: 'object',
            required: ['long_url'],
            properties: { long_url: { type: 'string', format: 'uri' } },
          },
          {
            type: 'object',
            properties: { title: { type: 'string', maxLength: 255, description: "It's a name" } },
          },
        ],
      },
    },
  },
}
// Line breaks are only visual, and not tested here.
const html = renderApiReference(document, { version: '1.2.3' })
  .replaceAll('<wbr/>', '')
  .replaceAll('<code class="whole">', '<code>')
const entry = (id: string) => new RegExp(`<article id="${id}">.*?</article>`, 's').exec(html)?.[0] ?? ''

describe('the API reference', () => {
  test('is a complete document with the version and the introduction in paragraphs', () => {
    expect(html).toStartWith('<!doctype html><html lang="en">')
    expect(html).toContain('1.2.3')
    expect(html).toContain('<p>First words.</p><p>Second <code>words</code>.</p>')
  })

  test('is served under the same policy, without script', () => {
    const sheet = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    const hash = new Bun.CryptoHasher('sha256').update(sheet).digest('base64')
    expect(contentSecurityPolicy).toContain(`'sha256-${hash}'`)
    expect(html).not.toMatch(/<script|\sstyle=|\son\w+=/)
  })

  test('links the navigation to every section and operation', () => {
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
    expect(targets).toContain('createLink')
    for (const target of targets) expect(html).toContain(`id="${target}"`)
  })

  test('shows what each event sends to a webhook', () => {
    const event = entry('event-link-created')
    expect(event).toContain('<p>A link is &lt;born&gt;.</p>')
    expect(event).toContain('Request body')
    const headers = /<section id="events".*?<\/table>/s.exec(html)?.[0] ?? ''
    expect(headers).toContain('<th scope="col">Header</th>')
    expect(headers).toMatch(/X-Event.*Its <code>type<\/code>/s)
    // What is sent with each is not required of its receiver.
    expect(headers).not.toContain('required')
    expect(html).toContain('href="#event-link-created"')
  })

  test('describes each shape of a field with alternatives once', () => {
    const names = ['LinkData', 'TextData', 'ImageData', 'MapsData', 'CvData']
    const kinds = {
      discriminator: { propertyName: 'kind' },
      oneOf: names.map((name) => ({
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: name }, data: { $ref: `#/components/schemas/${name}` } },
      })),
    }
    const own = { type: 'object', properties: { tag: { type: 'string' } } }
    const schema = { allOf: [{ $ref: '#/components/schemas/Part' }, own] }
    const body = { content: { 'application/json': { schema } } }
    const shape = {
      type: 'object',
      properties: { content: { type: 'string', description: 'What it <says>' } },
    }
    const page = renderApiReference(
      {
        paths: { '/parts': { post: { requestBody: body }, put: { requestBody: body } } },
        components: { schemas: { Part: kinds, ...Object.fromEntries(names.map((name) => [name, shape])) } },
      },
      { version: '1' },
    )
    expect(page).toContain('one of 5 shapes')
    expect(page).toContain('one of <code class="whole">LinkData</code>, <code class="whole">TextData</code>')
    for (const field of ['kind', 'data', 'tag']) expect(page).toContain(`<code>${field}</code>`)
    for (const name of names) {
      expect(page.split(`<article id="shape-${name}">`)).toHaveLength(2)
      expect(page).toContain(`<a href="#shape-${name}">`)
    }
    expect(page).toContain('What it &lt;says&gt;')
    expect(html).not.toContain('id="shapes"')
  })

  test('gives each operation its method, path, scope and escaped summary', () => {
    expect(entry('createLink')).toContain('<span class="method post">POST</span>')
    expect(entry('createLink')).toContain('links:write')
    expect(entry('createLink')).toContain('Create a &lt;link&gt;')
    expect(entry('archiveLink')).not.toContain('Scope')
  })

  test('follows references and joins allOf in the fields of a body', () => {
    expect(entry('createLink')).toContain('<code>long_url</code><span class="note required">required</span>')
    expect(entry('createLink')).toContain('string, at most 255 characters')
  })

  test('shows statuses and an example of the response', () => {
    expect(entry('createLink')).toContain('<span class="status good">200</span>')
    expect(entry('createLink')).toContain('<span class="status bad">422</span>')
    expect(entry('createLink')).toContain('&quot;short&quot;: &quot;launch&quot;')
  })

  test('shows a curl command that a shell understands', () => {
    expect(entry('createLink')).toContain('curl &#39;https://api.example/v2/links&#39; \\')
    expect(entry('createLink')).toContain('Authorization: Bearer $KEY')
    expect(entry('archiveLink')).toContain('curl -X DELETE')
    expect(entry('archiveLink')).toContain('/v2/links/it&#39;\\&#39;&#39;s&#39;')
  })

  test('sends no credential if none is needed', () => {
    expect(entry('status')).not.toContain('Authorization')
  })

  test('shows what each scope permits', () => {
    expect(html).toMatch(/<code>links:write<\/code>.*?Create and change links/s)
  })

  test('lists the error codes', () => {
    expect(html).toMatch(/<code>slug_taken<\/code>.*?422.*?That code is taken/s)
  })
})

describe('an incomplete document', () => {
  test('is shown as far as possible if it is empty', () => {
    expect(renderApiReference({}, { version: '0' })).toContain('<h1>API reference</h1>')
  })

  test('may have broken references', () => {
    const schema = { $ref: '#/components/schemas/Gone' }
    const content = { 'application/json': { schema } }
    const paths = {
      '/x': { put: { operationId: 'x', requestBody: { content }, responses: { 200: { content } } } },
    }
    expect(renderApiReference({ paths }, { version: '0' })).toContain('<article id="x">')
  })

  test('may refer to itself recursively', () => {
    const Tree = { properties: { branches: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } } }
    const Loop = { $ref: '#/components/schemas/Loop' }
    const List = { type: 'array', items: { $ref: '#/components/schemas/List' } }
    const paths = Object.fromEntries(
      ['Tree', 'Loop', 'List'].map((name) => {
        const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
        return [`/${name}`, { post: { requestBody: { content }, responses: { 200: { content } } } }]
      }),
    )
    const rendered = renderApiReference(
      { paths, components: { schemas: { Tree, Loop, List } } },
      { version: '0' },
    )
    expect(rendered.length).toBeLessThan(60_000)
  })
})
