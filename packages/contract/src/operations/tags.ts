// Tags of links: their names, and the operations on them. They are given to links by the operations on links.
import { z } from 'zod'
import { faultMessage } from '../faults.ts'
import { isVisible } from '../names/visible-text.ts'
import { envelope, operation } from '../operation.ts'
import { hasNo } from '../validation.ts'
import { Identifier, nameFault, text, UnixTime } from '../values.ts'

/** How many tags a link can have, and a list can be filtered by. */
export const mostTagsOfLink = 20
const longestTag = 48

/** The colours of tags, which the dashboard draws to suit its theme. */
export const tagColors = [
  'red',
  'orange',
  'amber',
  'green',
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
  'grey',
] as const
export type TagColor = (typeof tagColors)[number]

/** The name of a tag, without spaces around it. */
export const TagName = text(4 * longestTag)
  .check(hasNo(nameFault))
  .trim()
  .refine((name) => isVisible(name), faultMessage({ code: 'blank' }))
  .refine(
    (name) => [...name].length <= longestTag,
    faultMessage({ code: 'too_long', params: { most: longestTag, unit: 'character' } }),
  )
  .meta({ maxLength: longestTag, examples: ['spring'] })

/** The tags of a link, as requests give them. */
export const TagNames = z.array(TagName).max(mostTagsOfLink)

/** The tags of a link, as its record has them: in alphabetical order. */
export const LinkTags = z.array(z.string()).meta({ examples: [[]] })

export const Tag = z
  .object({
    id: z.string().meta({ examples: ['tag_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
    name: z.string().meta({ examples: ['spring'] }),
    color: z.enum(tagColors).meta({ description: 'Chosen by the service, until it is changed' }),
    links: z.int().meta({ description: 'How many links have it, archived ones included', examples: [3] }),
    created_at: UnixTime,
  })
  .meta({ id: 'Tag' })
export type Tag = z.output<typeof Tag>

const path = z.object({ id: Identifier.meta({ description: 'The id of the tag, `tag_…`' }) })

const list = operation({
  id: 'listTags',
  method: 'GET',
  path: '/tags',
  role: 'viewer',
  tag: 'Tags',
  scope: 'links:read',
  answer: envelope(z.array(Tag)),
  summary: 'List tags, in alphabetical order',
  description: 'A workspace has at most 5,000. An unused tag stays until you delete it.',
})

const update = operation({
  id: 'updateTag',
  method: 'PUT',
  path: '/tags/{id}',
  role: 'editor',
  tag: 'Tags',
  scope: 'links:write',
  params: path,
  body: z.object({
    name: TagName.optional(),
    color: z.enum(tagColors).optional(),
  }),
  answer: envelope(Tag),
  summary: 'Rename or recolour a tag',
  description:
    'Omitted fields are unchanged. If another tag has the same name, in upper or lower case, the answer is 422: merge the tags instead.',
})

const merge = operation({
  id: 'mergeTag',
  method: 'POST',
  path: '/tags/{id}/merge',
  role: 'editor',
  tag: 'Tags',
  scope: 'links:write',
  params: path,
  body: z.object({
    into: Identifier.meta({ description: 'The id of the tag that remains', examples: ['tag_…'] }),
  }),
  answer: envelope(Tag),
  summary: 'Merge a tag into another one',
  description: 'Its links get the other tag, and it is deleted. Returns the tag that remains.',
})

const remove = operation({
  id: 'deleteTag',
  method: 'DELETE',
  path: '/tags/{id}',
  role: 'editor',
  tag: 'Tags',
  scope: 'links:write',
  params: path,
  answer: envelope(z.object({ id: z.string(), deleted: z.literal(true) })),
  summary: 'Delete a tag',
  description: 'It is removed from its links, which otherwise do not change.',
})

/** In the order of the reference. */
export const operations = { list, update, merge, remove }
