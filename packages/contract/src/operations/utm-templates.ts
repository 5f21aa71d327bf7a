// Saved sets of campaign parameters, to be added to the destinations of new links.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { Identifier, Name, text, UnixTime } from '../values.ts'

const Parameter = (name: string, example: string) =>
  text(255)
    .trim()
    .nullish()
    .meta({ description: `\`utm_${name}\``, examples: [example] })

const given = {
  name: Name.min(1).meta({ examples: ['Spring newsletter'] }),
  source: Parameter('source', 'newsletter'),
  medium: Parameter('medium', 'email'),
  campaign: Parameter('campaign', 'spring'),
  term: Parameter('term', 'shoes'),
  content: Parameter('content', 'header'),
}

const shown = (name: string, example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ description: `\`utm_${name}\`; null leaves it as the destination has it`, examples: [example] })

export const UtmTemplate = z
  .object({
    id: z.string().meta({ examples: ['utm_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
    name: z.string().meta({ examples: ['Spring newsletter'] }),
    source: shown('source', 'newsletter'),
    medium: shown('medium', 'email'),
    campaign: shown('campaign', 'spring'),
    term: shown('term', null),
    content: shown('content', null),
    created_at: UnixTime,
    updated_at: UnixTime,
  })
  .meta({ id: 'UtmTemplate' })
export type UtmTemplate = z.output<typeof UtmTemplate>

/** On creation: the id of a template. */
export const ChosenTemplate = Identifier.nullish().meta({
  description:
    'The id of a UTM template. Its parameters are added to long_url and replace those of the same name',
})

const tag = 'UTM templates'
const audience = 'dashboard'
const path = z.object({ id: Identifier })

const list = operation({
  id: 'listUtmTemplates',
  method: 'GET',
  path: '/utm-templates',
  role: 'viewer',
  tag,
  scope: 'links:read',
  answer: envelope(z.array(UtmTemplate)),
  summary: 'List UTM templates, by name',
})

const create = operation({
  id: 'createUtmTemplate',
  method: 'POST',
  path: '/utm-templates',
  role: 'editor',
  tag,
  audience,
  body: z.object(given),
  answer: envelope(UtmTemplate),
  errors: ['plan_limit'],
  creates: true,
  summary: 'Save a UTM template',
})

const update = operation({
  id: 'updateUtmTemplate',
  method: 'PUT',
  path: '/utm-templates/{id}',
  role: 'editor',
  tag,
  audience,
  params: path,
  body: z.object(given).partial(),
  answer: envelope(UtmTemplate),
  summary: 'Update a UTM template; omitted fields are unchanged',
})

const remove = operation({
  id: 'deleteUtmTemplate',
  method: 'DELETE',
  path: '/utm-templates/{id}',
  role: 'editor',
  tag,
  audience,
  params: path,
  answer: envelope(z.object({ id: z.string(), deleted: z.literal(true) })),
  summary: 'Delete a UTM template; links keep their destinations',
})

/** In the order of the reference. */
export const operations = { list, create, update, remove }
