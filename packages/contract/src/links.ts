// Short links: the record, what may be written of it, and its ten operations but the statistics.
import { z } from 'zod'
import { envelope, operation } from './operation.ts'
import { CalendarDate, LongUrl, text, UnixTime, WantedCode } from './values.ts'

export const Link = z
  .object({
    id: z.string().meta({ examples: ['lnk_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
    short: z.string().meta({ description: 'Short code', examples: ['launch'] }),
    domain: z.string().meta({ examples: ['localhost:3000'] }),
    short_url: z.string().meta({ examples: ['http://localhost:3000/launch'] }),
    long_url: z.string().meta({ examples: ['https://example.com/a?b=c'] }),
    title: z.string().meta({ examples: ['Launch'] }),
    status: z.enum(['active', 'archived', 'expired', 'consumed']),
    has_password: z.boolean().meta({ examples: [false] }),
    disposable: z.boolean().meta({ examples: [false] }),
    adult: z.boolean().meta({ examples: [false] }),
    expired_at: UnixTime.nullable().meta({ examples: [null] }),
    archive_at: z
      .string()
      .nullable()
      .meta({ format: 'date', examples: [null] }),
    archived_at: UnixTime.nullable().meta({ examples: [null] }),
    clicks: z.int().meta({ examples: [0] }),
    created_at: UnixTime,
    updated_at: UnixTime,
  })
  .meta({ id: 'Link' })
export type Link = z.output<typeof Link>

const Title = text(255)
const ExpiredAt = UnixTime.nullable().meta({ description: 'Unix seconds, in the future; null for never' })
const DomainAlias = text(253).meta({ description: 'A verified custom domain of the account' })

/** Which of the account's links a path means: its code or its id, on the domain that the query names. */
export const linkPath = z.object({
  short: z.string().meta({ description: 'Short code, or id, of the link', examples: ['launch'] }),
})
export const linkQuery = z.object({
  domain: text(253)
    .optional()
    .meta({ description: 'The domain, where the account has the same code on several' }),
})

export const BulkItem = z.object({
  long_url: LongUrl,
  title: text(48).optional(),
  short: WantedCode.optional(),
})
export type BulkItem = z.output<typeof BulkItem>

const BulkResult = z
  .object({
    total: z.int(),
    success: z.int(),
    failed: z.int(),
    items: z.array(
      z.object({
        index: z.int(),
        success: z.boolean(),
        error: z.string().optional().meta({ description: 'Error code, on failure' }),
        message: z.string().optional().meta({ description: 'What to do, on failure' }),
        data: Link.optional(),
      }),
    ),
  })
  .meta({ id: 'BulkResult' })

const slugErrors = ['slug_taken', 'slug_invalid', 'plan_limit'] as const

export const list = operation({
  id: 'listLinks',
  method: 'GET',
  path: '/links',
  tag: 'Links',
  scope: 'links:read',
  query: z.object({
    page: z.int().min(1).max(1_000_000_000).default(1),
    limit: z.int().min(1).max(100).default(10),
    search: text(500)
      .refine((term) => !/\p{Cc}/u.test(term), 'must not contain control characters')
      .optional()
      .meta({ description: 'A part of the code, the destination or the title, ignoring case' }),
    status: z.enum(['active', 'archived', 'all']).default('active').meta({
      description: '`active` lists all but the archived',
    }),
  }),
  answer: z.object({ data: z.array(Link), total: z.int() }),
  summary: 'List links, newest first',
  description: '`total` counts all matches, not the page. A page past the end is empty.',
  tool: { name: 'list_links', description: 'List or search the short links of the account, newest first.' },
})

export const create = operation({
  id: 'createLink',
  method: 'POST',
  path: '/links',
  tag: 'Links',
  scope: 'links:write',
  body: z.object({
    long_url: LongUrl,
    title: Title.nullish(),
    custom_slug: WantedCode.nullish().meta({ description: 'Own short code; generated when omitted' }),
    password: text(255).min(1).nullish(),
    expired_at: ExpiredAt.optional(),
    domain_alias: DomainAlias.nullish(),
  }),
  answer: envelope(Link),
  errors: [...slugErrors],
  creates: true,
  summary: 'Create a short link',
  description: '`disposable`, `adult` and `archive_at` are set afterwards, by an update.',
  tool: { name: 'create_link', description: 'Create a short link that redirects to a destination URL.' },
})

export const available = operation({
  id: 'checkShortAvailability',
  method: 'POST',
  path: '/links/available',
  tag: 'Links',
  scope: 'links:read',
  body: z.object({ short: WantedCode, domain_alias: DomainAlias.nullish() }),
  answer: envelope(z.object({ short: z.string(), available: z.literal(true) })),
  errors: ['slug_taken', 'slug_invalid'],
  summary: 'Check whether a short code is free',
  description: '200 when the code can be used; 422 `slug_taken` or `slug_invalid` when it cannot.',
  tool: { name: 'check_short_availability', description: 'Check whether a custom short code is free.' },
})

export const get = operation({
  id: 'getLink',
  method: 'GET',
  path: '/links/{short}',
  tag: 'Links',
  scope: 'links:read',
  params: linkPath,
  query: linkQuery,
  answer: envelope(Link),
  summary: 'Read a link',
  tool: { name: 'get_link', description: 'Read one short link by its code or id.' },
})

export const update = operation({
  id: 'updateLink',
  method: 'PUT',
  path: '/links/{short}',
  tag: 'Links',
  scope: 'links:write',
  params: linkPath,
  query: linkQuery,
  body: z.object({
    long_url: LongUrl.optional(),
    title: Title.optional(),
    custom_slug: WantedCode.optional().meta({ description: 'Renames the code; subject to the plan' }),
    password: text(255).optional().meta({ description: 'Sets protection; an empty string removes it' }),
    disposable: z.boolean().optional().meta({ description: 'Expires after its first click' }),
    adult: z.boolean().optional().meta({ description: 'Flags the destination as adult content' }),
    archive_at: z
      .union([CalendarDate, z.literal('')])
      .nullish()
      .meta({
        description: 'Day (UTC) on which it is archived; today archives at once, empty or null clears',
      }),
    expired_at: ExpiredAt.optional(),
    domain_alias: DomainAlias.nullish().meta({
      description: 'Moves the link to this domain of the account; empty or null for the default domain',
    }),
  }),
  answer: envelope(Link),
  errors: slugErrors,
  summary: 'Update a link',
  description: 'Omitted fields are unchanged.',
  tool: { name: 'update_link', description: 'Change a short link; omitted fields stay as they are.' },
})

export const archive = operation({
  id: 'archiveLink',
  method: 'DELETE',
  path: '/links/{short}',
  tag: 'Links',
  scope: 'links:archive',
  params: linkPath,
  query: linkQuery,
  answer: envelope(Link),
  summary: 'Archive a link',
  description: 'The code stops resolving and stays taken.',
  tool: { name: 'delete_link', description: 'Archive a short link, so that it stops redirecting.' },
})

export const unarchive = operation({
  id: 'unarchiveLink',
  method: 'POST',
  path: '/links/{short}/unarchive',
  tag: 'Links',
  scope: 'links:write',
  params: linkPath,
  query: linkQuery,
  answer: envelope(Link),
  summary: 'Restore an archived link',
  tool: {
    name: 'unarchive_link',
    description: 'Restore an archived short link, so that it redirects again.',
  },
})

export const createMany = operation({
  id: 'bulkCreateLinks',
  method: 'POST',
  path: '/links/bulk',
  tag: 'Links',
  scope: 'links:write',
  body: z.object({
    // Each item is judged alone, so that a bad one never fails another: hence no rule for the items here.
    links: z.array(z.unknown().meta(itemSchema())).min(1).max(100),
  }),
  answer: envelope(BulkResult),
  errors: ['plan_required'],
  creates: true,
  summary: 'Create up to 100 links',
  description: 'Answers 200 even when some items fail; each item tells its own result.',
  tool: { name: 'bulk_create_links', description: 'Create up to 100 short links in one call.' },
})

function itemSchema() {
  const { $schema: _schema, ...schema } = z.toJSONSchema(BulkItem, { io: 'input' })
  return schema as Record<string, unknown>
}
