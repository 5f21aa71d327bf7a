// Short links: the record, its writable fields, and the operations on one and on all of them.
import { z } from 'zod'
import { faultMessage } from '../faults.ts'
import { envelope, operation } from '../operation.ts'
import { GivenRules, Rule } from '../redirect-rules.ts'
import {
  blockedFields,
  CalendarDate,
  Identifier,
  LongUrl,
  Total,
  text,
  UnixTime,
  WantedCode,
} from '../values.ts'
import { LinkTags, TagNames } from './tags.ts'
import { ChosenTemplate } from './utm-templates.ts'

/** The settings of a link besides its destination, title, address and password. */
const settings = {
  disposable: z.boolean().meta({ description: 'Works for one click only', examples: [false] }),
  adult: z.boolean().meta({ description: 'Visitors are asked for consent first', examples: [false] }),
  expired_at: UnixTime.nullable().meta({
    description: 'When it stops redirecting, Unix seconds',
    examples: [null],
  }),
  archive_at: z
    .string()
    .nullable()
    .meta({ format: 'date', description: 'Day (UTC) on which it will be archived', examples: [null] }),
}

const Forwarded = (what: string) =>
  z
    .boolean()
    .nullish()
    .meta({
      description: `Whether ${what} passed on; null: the domain decides`,
      examples: [true],
    })

/** What people may set on a link when they create it, alone or with others, and later. */
export const writableSettings = {
  note: text(2000).nullish().meta({ description: 'For its owner; visitors never see it' }),
  forward_query: Forwarded("visitors' parameters are"),
  forward_path: Forwarded('the path below the code is'),
  starts_at: UnixTime.nullish().meta({
    description: 'When it starts, Unix seconds; before expired_at',
  }),
  max_clicks: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .nullish()
    .meta({ description: 'How many visitors it redirects; null for any number' }),
  ended_url: z
    .union([LongUrl, z.literal('')])
    .nullish()
    .meta({
      description: 'Where visitors go before its start and after its end; null for a page',
    }),
  rules: GivenRules.nullish().meta({
    description: 'Where certain visitors go instead of long_url: the first rule that holds decides',
  }),
  preview: z
    .object({
      title: text(255).nullish().meta({ description: 'Title of the card' }),
      description: text(1000).nullish().meta({ description: 'Text of the card' }),
      image: Identifier.nullish().meta({ description: 'The id of an uploaded image' }),
    })
    .nullish()
    .meta({
      description: 'The card that messengers and social networks show; null for that of the destination',
    }),
}

/** The same settings as the API shows them. */
const shownSettings = {
  note: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  forward_query: z
    .boolean()
    .nullable()
    .meta({
      description: "Whether visitors' parameters are passed on; null for the domain's choice",
      examples: [null],
    }),
  forward_path: z
    .boolean()
    .nullable()
    .meta({
      description: "Whether the path below the code is passed on; null for the domain's choice",
      examples: [null],
    }),
  starts_at: UnixTime.nullable().meta({ description: 'When it starts redirecting', examples: [null] }),
  max_clicks: z
    .int()
    .nullable()
    .meta({ description: 'How many visitors it redirects', examples: [null] }),
  ended_url: z
    .string()
    .nullable()
    .meta({
      description: 'Where visitors go before it starts and after it has ended',
      examples: [null],
    }),
  max_clicks_used: z
    .int()
    .meta({ description: 'How many visitors it has redirected since max_clicks was set', examples: [0] }),
  rules: z.array(Rule).meta({ examples: [[]] }),
  preview: z
    .object({
      title: z.string().nullable(),
      description: z.string().nullable(),
      image: z.string().nullable().meta({ description: 'The id of an uploaded image' }),
    })
    .nullable()
    .meta({ description: 'The card that messengers and social networks show', examples: [null] }),
}

export const Link = z
  .object({
    id: z.string().meta({ examples: ['lnk_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
    short: z.string().meta({ description: 'Short code', examples: ['launch'] }),
    domain: z.string().meta({ examples: ['localhost:3000'] }),
    short_url: z.string().meta({
      description: 'The address to give to people',
      examples: ['http://localhost:3000/launch'],
    }),
    long_url: z.string().meta({ description: 'Destination', examples: ['https://example.com/a?b=c'] }),
    title: z.string().meta({ examples: ['Launch'] }),
    status: z.enum(['active', 'archived', 'scheduled', 'expired', 'consumed']).meta({
      description:
        'Only an active link redirects; a disposable link is consumed after its click, and one with max_clicks after that many',
    }),
    has_password: z.boolean().meta({ examples: [false] }),
    ...settings,
    ...shownSettings,
    tags: LinkTags,
    archived_at: UnixTime.nullable().meta({ examples: [null] }),
    broken_at: UnixTime.nullable().meta({
      description: 'Since when it counts as broken, if it is watched',
      examples: [null],
    }),
    ...blockedFields,
    clicks: z.int().meta({ description: 'All clicks since it was created', examples: [0] }),
    created_at: UnixTime,
    updated_at: UnixTime,
  })
  .meta({ id: 'Link' })
export type Link = z.output<typeof Link>

/** For agents: the same settings without descriptions, which the arguments have, and without the fields of rules. */
const outlined = {
  note: z.string().nullable(),
  forward_query: z.boolean().nullable(),
  forward_path: z.boolean().nullable(),
  starts_at: z.int().nullable(),
  max_clicks: z.int().nullable(),
  ended_url: z.string().nullable(),
  max_clicks_used: z.int(),
  rules: z.array(z.looseObject({})),
  preview: z.looseObject({}).nullable(),
}

const outlinedWhenRead = { ...outlined, broken_at: z.int().nullable() }

const outlinedNames = Object.fromEntries(Object.keys(outlined).map((name) => [name, true])) as {
  [Name in keyof typeof outlined]: true
}

const briefly = { id: true, short: true, short_url: true, long_url: true, title: true, status: true } as const
/** The answer for agents about a link that they have archived. */
const LinkInBrief = Link.pick(briefly)
/** The answer for agents about a link that they have created, changed or restored: everything that an update can set. */
const LinkAsSet = Link.pick({ ...briefly, has_password: true, tags: true }).extend({
  ...settings,
  ...outlined,
})

const Title = text(255).meta({ description: 'A name to find it by' })
const ExpiredAt = UnixTime.nullable().meta({
  description: 'Unix seconds, in the future, such as 1796083199 for 2026-11-30 23:59:59 UTC; null for never',
})
const FetchPreview = z.boolean().optional().meta({
  description: 'Completes preview from the destination, once',
})
const DomainAlias = text(253)
  .nullish()
  .meta({ description: 'A verified custom domain of the account; the default domain if omitted' })

/** Identifies one of the account's links: its code or its id, on the domain that the query names. */
export const linkPath = z.object({
  short: z.string().meta({ description: 'Short code, or id, of the link', examples: ['launch'] }),
})
export const linkQuery = z.object({
  domain: text(253).optional().meta({ description: 'Its domain, if several have the code' }),
})

/** Returns what a change would lead to, without making it. */
export const dryRun = {
  dry_run: z
    .boolean()
    .optional()
    .meta({ description: 'Returns what the result would be, and changes nothing' }),
}

/** The query of an operation that changes one link. */
export const changeQuery = linkQuery.extend(dryRun)

const slugErrors = ['slug_taken', 'slug_invalid', 'plan_limit'] as const

// A page of the longest destinations would be a megabyte in an agent's conversation.
const longestListed = 1000

/**
 * A link in a list for agents. A truncated destination has a name of its own, so that no one mistakes it for a complete one.
 */
const ListedLink = Link.extend({
  ...outlinedWhenRead,
  rules: z.array(Rule.pick({ id: true, name: true })),
  long_url: Link.shape.long_url.overwrite((url) =>
    url.length > longestListed
      ? `${url.slice(0, longestListed).toWellFormed()}… (${url.length - longestListed} more characters)`
      : url,
  ),
})

const list = operation({
  id: 'listLinks',
  method: 'GET',
  path: '/links',
  role: 'viewer',
  tag: 'Links',
  scope: 'links:read',
  query: z.object({
    page: z.int().min(1).max(1_000_000_000).default(1).meta({ description: 'From 1' }),
    limit: z.int().min(1).max(100).default(10).meta({ description: 'Links per page' }),
    search: text(500)
      .refine((term) => !/\p{Cc}/u.test(term), faultMessage({ code: 'control_characters' }))
      .trim()
      .optional()
      .meta({
        description:
          'Part of the code, destination or title, as one phrase, case-insensitive; or a complete short URL',
      }),
    status: z.enum(['active', 'archived', 'all']).default('active').meta({
      description: '`active` lists all but archived links',
    }),
    tag: TagNames.optional().meta({
      description: 'Only links with all of these tags',
    }),
    sort: z.enum(['newest', 'oldest']).default('newest').meta({ description: 'By creation time' }),
  }),
  answer: z.object({ data: z.array(Link), total: Total }),
  summary: 'List links, newest first by default',
  description: '`total` counts the matches on all pages. A page after the last one is empty.',
  tool: {
    name: 'list_links',
    title: 'List or search links',
    description:
      'Lists the links of the account, newest first, or searches them by part of the code, destination or title, or by a complete short URL. get_link reads one whose code you know. `total` counts all matches: while page × limit is less, there is another page. Status `archived` or `all` lists archived links too. Destinations over 1,000 characters are cut here; get_link has them in full.',
    example: { search: 'spring', limit: 20 },
    answer: z.object({ data: z.array(ListedLink), total: Total }),
  },
})

const create = operation({
  id: 'createLink',
  method: 'POST',
  path: '/links',
  role: 'editor',
  tag: 'Links',
  scope: 'links:write',
  query: z.object(dryRun),
  undoable: true,
  body: z.object({
    long_url: LongUrl,
    title: Title.nullish(),
    custom_slug: WantedCode.nullish().meta({ description: 'Custom short code; generated if omitted' }),
    password: text(255)
      .min(1)
      .nullish()
      .meta({ description: 'Visitors must enter it; it is never returned' }),
    expired_at: ExpiredAt.optional(),
    utm_template: ChosenTemplate,
    ...writableSettings,
    fetch_preview: FetchPreview,
    reuse: z.boolean().optional().meta({
      description: 'Returns an equal active link, if there is one',
    }),
    tags: TagNames.optional().meta({ description: 'New ones are made' }),
    domain_alias: DomainAlias,
  }),
  answer: envelope(Link),
  errors: [...slugErrors],
  creates: true,
  summary: 'Create a short link',
  description:
    'To set `disposable`, `adult` or `archive_at`, update the link afterwards. `fetch_preview` reads the title, description and picture of the destination, which may take some seconds; without any, the link is created all the same. `reuse` returns the newest active link with the same destination, settings and domain, if there is one; it also needs the scope `links:read`, costs no quota and fires no event; it does nothing for a request with `custom_slug` or `password`.',
  tool: {
    name: 'create_link',
    title: 'Create a link',
    description:
      'Creates a short link to one destination, and returns its short_url, the address to share. For several links, use bulk_create_links. Each call creates another link, even to the same destination, unless reuse is true. update_link sets disposable, adult and archive_at; its settings from note to preview, and fetch_preview, work here too. On slug_taken or slug_invalid, choose another custom_slug or omit it; plan_limit means no more links this month.',
    example: { long_url: 'https://example.com/spring-sale', title: 'Spring sale' },
    unlisted: ['dry_run', 'utm_template', 'fetch_preview', ...Object.keys(writableSettings)],
    hints: { openWorld: true },
    answer: envelope(LinkAsSet.omit(outlinedNames)),
  },
})

const available = operation({
  id: 'checkShortAvailability',
  method: 'POST',
  path: '/links/available',
  role: 'viewer',
  tag: 'Links',
  scope: 'links:read',
  body: z.object({ short: WantedCode, domain_alias: DomainAlias }),
  answer: envelope(z.object({ short: z.string(), available: z.literal(true) })),
  errors: ['slug_taken', 'slug_invalid'],
  summary: 'Check whether a short code is free',
  description: 'Returns 200 if the code can be used, and 422 `slug_taken` or `slug_invalid` if it cannot.',
  tool: {
    name: 'check_short_availability',
    title: 'Check a short code',
    description:
      'Checks whether a short code is free, without changing anything. If it is not, the result is an error: slug_taken, or slug_invalid if it is malformed or reserved. create_link does the same check, so use this only to suggest codes. For a microsite, use check_microsite_slug.',
    example: { short: 'spring-sale' },
    hints: { readOnly: true, idempotent: true },
  },
})

const get = operation({
  id: 'getLink',
  method: 'GET',
  path: '/links/{short}',
  role: 'viewer',
  tag: 'Links',
  scope: 'links:read',
  params: linkPath,
  query: linkQuery,
  answer: envelope(Link),
  summary: 'Read a link',
  tool: {
    name: 'get_link',
    title: 'Read a link',
    description:
      'Reads one link, even an archived one: destination, status, settings and number of clicks. Identify it by its short code or its id (lnk_…). To find it by its address, title or destination, use list_links with search; for clicks per day, get_link_stats.',
    example: { short: 'spring-sale' },
    answer: envelope(Link.extend(outlinedWhenRead)),
  },
})

const update = operation({
  id: 'updateLink',
  method: 'PUT',
  path: '/links/{short}',
  role: 'editor',
  tag: 'Links',
  scope: 'links:write',
  params: linkPath,
  query: changeQuery,
  undoable: true,
  body: z.object({
    long_url: LongUrl.optional(),
    title: Title.nullish().meta({
      description: 'A name to find it by; an empty string or null removes it',
    }),
    custom_slug: WantedCode.optional().meta({ description: 'Renames the code; the plan may limit renames' }),
    keep_code: z.boolean().optional().meta({
      description: 'With a new custom_slug: the old code still leads here',
    }),
    password: text(255).optional().meta({ description: 'Sets a password; an empty string removes it' }),
    disposable: z.boolean().optional().meta({ description: 'Stops working after its first click' }),
    adult: z.boolean().optional().meta({ description: 'Flags the destination as adult content' }),
    archive_at: z
      .union([CalendarDate, z.literal('')])
      .nullish()
      .meta({
        description:
          'Day (UTC) on which to archive it; today archives it at once and also needs links:archive; empty or null clears it',
      }),
    expired_at: ExpiredAt.optional(),
    ...writableSettings,
    fetch_preview: FetchPreview,
    domain_alias: DomainAlias.meta({
      description: 'Moves the link to this domain of the account; empty or null for the default domain',
    }),
    tags: TagNames.optional().meta({
      description: 'All its tags from now on; [] for none',
    }),
  }),
  answer: envelope(Link),
  errors: slugErrors,
  summary: 'Update a link',
  description:
    "Omitted fields are unchanged. Setting `archive_at` to today's date archives the link at once, which needs the scope `links:archive` as well as `links:write`.",
  tool: {
    name: 'update_link',
    title: 'Change a link',
    description:
      'Changes one link, and returns its new state. Omitted fields are unchanged. custom_slug renames the code: the old one stops working at once, and the plan may limit renames (plan_limit). archive_at archives it on a day (UTC), delete_link at once; unarchive_link restores it.',
    example: { short: 'spring-sale', long_url: 'https://example.com/summer-sale', title: 'Summer sale' },
    unlisted: ['dry_run', 'keep_code'],
    withoutShapes: ['rules', 'preview'],
    argumentDescriptions: {
      rules:
        'Where certain visitors go; the first rule that holds decides. A list of {id?, name?, when, to}. `when`, of which all hold: os (ios, android, windows, macos, linux, other), device (desktop, mobile, tablet, bot, other), browser, country (ISO codes), language and referer (hosts) are lists; query is {name: value, or true for any}; scan is true or false; from and until are Unix seconds; days (mon to sun) and hours ["18:00", "23:30"] are in time_zone. `to` is a list of {id?, long_url, weight?}, which share visitors by weight. Send the ids that you read, to keep statistics. Replaces all rules; [] removes them',
      preview:
        'The card that messengers show: {title, description, image}, image by the id of an uploaded one; null for none',
      domain_alias:
        'Moves the link to this domain; its old address stops working. Empty or null: the default domain',
    },
    hints: { openWorld: true },
    answer: envelope(LinkAsSet),
  },
})

const archive = operation({
  id: 'archiveLink',
  method: 'DELETE',
  path: '/links/{short}',
  role: 'editor',
  tag: 'Links',
  scope: 'links:archive',
  params: linkPath,
  query: changeQuery,
  undoable: true,
  answer: envelope(Link),
  summary: 'Archive a link',
  description: 'The link stops redirecting, and its code stays taken.',
  tool: {
    name: 'delete_link',
    title: 'Archive a link',
    description:
      'Archives one link: it stops redirecting at once. Nothing is lost: its code and clicks are kept, and unarchive_link restores it.',
    example: { short: 'spring-sale' },
    unlisted: ['dry_run'],
    answer: envelope(LinkInBrief),
  },
})

const unarchive = operation({
  id: 'unarchiveLink',
  method: 'POST',
  path: '/links/{short}/unarchive',
  role: 'editor',
  tag: 'Links',
  scope: 'links:write',
  params: linkPath,
  query: changeQuery,
  undoable: true,
  answer: envelope(Link),
  summary: 'Restore an archived link',
  tool: {
    name: 'unarchive_link',
    title: 'Restore a link',
    description:
      'Restores an archived link, so that its code redirects again, and clears its archive_at. A link that is not archived is unchanged. One that has expired also needs a new expired_at from update_link.',
    example: { short: 'spring-sale' },
    unlisted: ['dry_run'],
    answer: envelope(LinkAsSet.omit(outlinedNames)),
    hints: { idempotent: true },
  },
})

/** In the order of the reference. */
export const operations = {
  list,
  create,
  available,
  get,
  update,
  archive,
  unarchive,
}
