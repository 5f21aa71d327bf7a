// Creating many links at once: the input and the outcome of each.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { Identifier, LongUrl, text, WantedCode } from '../values.ts'
import { Link, writableSettings } from './links.ts'
import { TagNames } from './tags.ts'
import { ChosenTemplate } from './utm-templates.ts'

export const BulkItem = z.object({
  long_url: LongUrl,
  title: text(48).optional().meta({ description: 'A name to find it by' }),
  short: WantedCode.optional().meta({
    description: 'Custom short code: 1 to 48 characters A-Z a-z 0-9 - _; generated if omitted',
  }),
  utm_template: ChosenTemplate,
  ...writableSettings,
  tags: TagNames.optional().meta({ description: 'New ones are made' }),
})
export type BulkItem = z.output<typeof BulkItem>

const BulkResultItem = z.object({
  index: z.int().meta({ description: 'Position in the request, from 0' }),
  success: z.boolean(),
  error: z.string().optional().meta({ description: 'Error code, on failure' }),
  message: z.string().optional().meta({ description: 'What to do, on failure' }),
  data: Link.optional(),
})

const BulkResult = z
  .object({
    total: z.int(),
    success: z.int().meta({ description: 'How many were created' }),
    failed: z.int(),
    items: z.array(BulkResultItem),
  })
  .meta({ id: 'BulkResult' })

/** The answer for agents, with only the identifiers of each link. */
const BulkResultInBrief = BulkResult.extend({
  items: z.array(
    BulkResultItem.extend({ data: Link.pick({ id: true, short: true, short_url: true }).optional() }),
  ),
})

const create = operation({
  id: 'bulkCreateLinks',
  method: 'POST',
  path: '/links/bulk',
  role: 'editor',
  tag: 'Links',
  scope: 'links:write',
  body: z.object({
    // Items are validated one by one elsewhere, so that a bad one doesn't fail the others.
    links: z.array(z.unknown().meta(itemSchema())).min(1).max(100),
  }),
  answer: envelope(BulkResult),
  errors: ['plan_required'],
  undoable: true,
  creates: true,
  summary: 'Create up to 100 links',
  description: 'Returns 200 even if some items fail; each item has its own result.',
  tool: {
    name: 'bulk_create_links',
    title: 'Bulk create links',
    description:
      'Creates 1 to 100 short links on the default domain in one call. Each succeeds or fails on its own: check the success of every item, correct those that failed as their message says, and send only those again. Items take tags and the settings of update_link from note to preview too; for a password, an expiry or a custom domain, use create_link. Not every plan includes this tool (plan_required).',
    example: {
      links: [
        { long_url: 'https://example.com/a', title: 'A' },
        { long_url: 'https://example.com/b', short: 'spring-b' },
      ],
    },
    unlisted: ['tags', 'utm_template', ...Object.keys(writableSettings)],
    argumentDescriptions: { links: '1 to 100 links, each validated on its own' },
    answer: envelope(BulkResultInBrief),
  },
})

const Chosen = z.object({
  ids: z
    .array(Identifier)
    .min(1)
    .max(1000)
    .meta({ description: 'Identifiers (`lnk_…`) of links of the account' }),
})
const ChosenResult = envelope(
  z.object({
    success: z.int().meta({ description: 'How many are now in the requested state' }),
    failed: z.array(z.string()).meta({ description: 'The identifiers of those that do not exist' }),
    changed: z.array(z.string()).meta({
      description: 'The identifiers of those that were changed, for an undo',
    }),
  }),
)

const archive = operation({
  id: 'archiveLinks',
  method: 'POST',
  path: '/links/archive',
  role: 'editor',
  tag: 'Links',
  audience: 'dashboard',
  undoable: true,
  body: Chosen,
  answer: ChosenResult,
  summary: 'Archive up to 1,000 links',
})

const unarchive = operation({
  id: 'unarchiveLinks',
  method: 'POST',
  path: '/links/unarchive',
  role: 'editor',
  tag: 'Links',
  audience: 'dashboard',
  undoable: true,
  body: Chosen,
  answer: ChosenResult,
  summary: 'Restore up to 1,000 archived links',
})

const move = operation({
  id: 'moveLinks',
  method: 'POST',
  path: '/links/move',
  role: 'admin',
  tag: 'Links',
  audience: 'dashboard',
  body: Chosen.extend({
    workspace: Identifier.meta({
      description: 'The id of the workspace to move them to, where you must be at least an editor',
    }),
  }),
  answer: ChosenResult,
  errors: ['plan_limit'],
  summary: 'Move up to 1,000 links to another of your workspaces',
  description:
    'Their statistics move with them, but the totals of the workspace that they leave keep their past clicks. Links on a custom domain can’t be moved, and count as failed.',
})

function itemSchema() {
  const { $schema: _schema, ...schema } = z.toJSONSchema(BulkItem, { io: 'input' })
  return schema as Record<string, unknown>
}

/** In the order of the reference. */
export const operations = {
  createMany: create,
  archiveMany: archive,
  unarchiveMany: unarchive,
  moveMany: move,
}
