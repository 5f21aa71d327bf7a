// Microsites (link-in-bio pages): the record, and all operations except those on components.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { longestShortCode, shortCodePattern } from '../short-codes.ts'
import { hasNo } from '../validation.ts'
import { blockedFields, CalendarDate, cursor, heading, nameFault, text, UnixTime } from '../values.ts'
import { StatPoint } from './statistics.ts'

export const Microsite = z
  .object({
    id: z.string().meta({ examples: ['mic_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
    slug: z.string().meta({ examples: ['ana'] }),
    domain: z.string().meta({ examples: ['localhost:3000'] }),
    url: z.string().meta({ description: 'The address of the page', examples: ['http://localhost:3000/ana'] }),
    title: z.string().meta({ examples: ['Ana'] }),
    kind: z.string().meta({ examples: ['portfolio'] }),
    theme: z.string().meta({ examples: ['default'] }),
    description: z.string().meta({ examples: ['What I make, and where to find it'] }),
    hide: z.boolean().meta({ description: 'Whether visitors get 404', examples: [false] }),
    status: z.enum(['draft', 'published']).meta({
      description: 'Visitors cannot see a draft',
      examples: ['published'],
    }),
    published_at: UnixTime.nullable().meta({ examples: [1_790_000_000] }),
    ...blockedFields,
    views: z.int().meta({ description: 'All views since it was created', examples: [0] }),
    created_at: UnixTime,
    updated_at: UnixTime,
  })
  .meta({ id: 'Microsite' })
export type Microsite = z.output<typeof Microsite>

/** The answer for agents about a microsite that they have created or changed. */
const MicrositeInBrief = Microsite.pick({
  id: true,
  slug: true,
  url: true,
  title: true,
  hide: true,
  status: true,
})

/** A published microsite, as in its event. */
export const PublishedMicrosite = Microsite.extend({
  status: z.literal('published'),
  published_at: UnixTime,
}).meta({ id: 'PublishedMicrosite' })
export type PublishedMicrosite = z.output<typeof PublishedMicrosite>

/** Identifies one of the account's microsites. */
export const micrositePath = z.object({
  slug: z.string().meta({ description: 'Slug, or id, of the microsite', examples: ['ana'] }),
})

/** The domain of a microsite, if several have the slug. Described briefly, because every tool repeats it to agents. */
export const micrositeQuery = z.object({
  domain: text(253).optional().meta({ description: 'Its domain' }),
})

const OnDomain = text(253).optional().meta({ description: 'Custom domain' })
// Any string: a bad one is refused as `slug_invalid`, or is not available.
const WantedSlug = z
  .string()
  .max(8192)
  .meta({
    maxLength: longestShortCode,
    pattern: shortCodePattern.source,
    description: '1 to 48 characters A-Z a-z 0-9 - _; slugs and short codes share one namespace',
    examples: ['ana'],
  })
const Title = heading(48).meta({ description: 'The name of the page', examples: ['Ana'] })
const Description = text(160).meta({ description: 'For search engines and link previews' })
const Kind = heading(48)
  .check(hasNo(nameFault))
  .meta({
    description:
      'What the page is for, such as personal_branding, brand, shop, event, portfolio, other, or your own words',
    examples: ['portfolio'],
  })
const Theme = text(100).meta({
  description:
    'The name of a theme, such as default, light, dark or minimal; the error for an unknown one lists them all',
  examples: ['default'],
})

const tag = 'Microsites'

const list = operation({
  id: 'listMicrosites',
  method: 'GET',
  path: '/microsites',
  role: 'viewer',
  tag,
  scope: 'microsites:read',
  query: z.object({
    limit: z.int().min(1).max(100).default(20).meta({ description: 'Microsites per page' }),
    after: cursor(200),
  }),
  answer: envelope(z.array(Microsite)).extend({
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  }),
  summary: 'List microsites, newest first',
  tool: {
    name: 'list_microsites',
    title: 'List microsites',
    description:
      'Lists the microsites (link-in-bio pages) of the account, newest first, including drafts and hidden ones. For the next page, send next_cursor as `after`. To see what is on a microsite, use list_microsite_components.',
    example: { limit: 20 },
  },
})

const create = operation({
  id: 'createMicrosite',
  method: 'POST',
  path: '/microsites',
  role: 'editor',
  tag,
  scope: 'microsites:write',
  body: z.object({
    slug: WantedSlug,
    title: Title,
    kind: Kind,
    theme: Theme.optional(),
    description: Description.default(''),
    draft: z
      .boolean()
      .default(false)
      .meta({ description: 'true: visitors cannot see it until it is published' }),
    domain_alias: OnDomain,
  }),
  answer: envelope(Microsite),
  errors: ['slug_taken', 'slug_invalid', 'plan_limit'],
  answeredWith400: ['slug_taken', 'slug_invalid', 'plan_limit', 'validation_failed'],
  creates: true,
  undoable: true,
  summary: 'Create a microsite',
  description: 'It is published at once, unless it is created as a draft. An unknown theme is refused.',
  tool: {
    name: 'create_microsite',
    title: 'Create a microsite',
    description:
      'Creates an empty link-in-bio page, public at its url at once; add content with create_microsite_component. Omit `draft` unless a draft was requested: no tool can publish one, only the API (POST /v2/microsites/{slug}/publish). On slug_taken or slug_invalid, choose another slug.',
    example: { slug: 'ana', title: 'Ana', kind: 'portfolio', theme: 'light' },
    answer: envelope(MicrositeInBrief),
  },
})

const available = operation({
  id: 'checkMicrositeSlug',
  method: 'POST',
  path: '/microsites/available',
  role: 'viewer',
  tag,
  scope: 'microsites:read',
  body: z.object({ slug: WantedSlug, domain_alias: OnDomain }),
  answer: envelope(z.object({ slug: z.string(), available: z.boolean() })),
  answeredWith400: ['validation_failed'],
  summary: 'Check whether a slug is free',
  description: 'A malformed slug or a reserved word is not available.',
  tool: {
    name: 'check_microsite_slug',
    title: 'Check a microsite slug',
    description:
      'Checks whether a slug is free for a microsite, without changing anything. `available` is false if it is taken (also by a short code), malformed or reserved. create_microsite checks as well, so use this only to suggest slugs.',
    example: { slug: 'ana' },
    hints: { readOnly: true, idempotent: true },
  },
})

const get = operation({
  id: 'getMicrosite',
  method: 'GET',
  path: '/microsites/{slug}',
  role: 'viewer',
  tag,
  scope: 'microsites:read',
  params: micrositePath,
  query: micrositeQuery,
  answer: envelope(Microsite),
  summary: 'Read a microsite',
  tool: {
    name: 'get_microsite',
    title: 'Read a microsite',
    description:
      'Reads the settings, status, address and number of views of one microsite. To see what is on it, use list_microsite_components.',
    example: { slug: 'ana' },
  },
})

const update = operation({
  id: 'updateMicrosite',
  method: 'PUT',
  path: '/microsites/{slug}',
  role: 'editor',
  tag,
  scope: 'microsites:write',
  params: micrositePath,
  query: micrositeQuery,
  body: z.object({
    title: Title.optional(),
    description: Description.optional(),
    hide: z.boolean().optional().meta({ description: 'true: visitors get 404; false: it is shown again' }),
    kind: Kind.optional(),
    theme: Theme.optional(),
    domain_alias: text(253).optional().meta({ description: 'Moves it there; empty: default domain' }),
  }),
  answer: envelope(Microsite),
  errors: ['plan_limit', 'slug_taken'],
  answeredWith400: ['validation_failed'],
  undoable: true,
  summary: 'Update a microsite; omitted fields are unchanged',
  description: 'Hiding needs a plan that includes it; without it, the response is 403 `plan_limit`.',
  tool: {
    name: 'update_microsite',
    title: 'Change a microsite',
    description:
      'Changes the title, description, kind, theme or visibility of a microsite; omitted fields are unchanged. `hide: true` hides it from visitors until `hide: false`; not every plan includes that (plan_limit). It cannot change the slug or publish a draft. To change the content of the page, use the component tools.',
    example: { slug: 'ana', title: 'Ana Lima', theme: 'dark' },
    answer: envelope(MicrositeInBrief),
  },
})

const publish = operation({
  id: 'publishMicrosite',
  method: 'POST',
  path: '/microsites/{slug}/publish',
  role: 'editor',
  tag,
  scope: 'microsites:write',
  params: micrositePath,
  query: micrositeQuery,
  answer: envelope(Microsite),
  undoable: true,
  summary: 'Publish a draft',
  description: 'A microsite that is already published is unchanged.',
})

const remove = operation({
  id: 'deleteMicrosite',
  method: 'DELETE',
  path: '/microsites/{slug}',
  role: 'editor',
  tag,
  scope: 'microsites:delete',
  params: micrositePath,
  query: micrositeQuery,
  answer: envelope(z.object({ id: z.string(), slug: z.string(), deleted: z.literal(true) })),
  undoable: true,
  summary: 'Delete a microsite and its components',
  description:
    'For an hour this can be undone, and nobody else can take its slug. Using the slug again yourself makes the deletion final.',
  tool: {
    name: 'delete_microsite',
    title: 'Delete a microsite',
    description:
      'Deletes a microsite and all its components. This can be undone for an hour; then they are gone for good. Do it only when asked to. To hide a page temporarily, use update_microsite with `hide: true`.',
    example: { slug: 'ana' },
  },
})

export const statistics = operation({
  id: 'getMicrositeStatistics',
  method: 'GET',
  path: '/microsites/{slug}/statistics',
  role: 'viewer',
  tag,
  audience: 'dashboard',
  params: micrositePath,
  query: micrositeQuery.extend({ start: CalendarDate.optional(), end: CalendarDate.optional() }),
  answer: envelope(
    z.object({
      start: z.string().meta({ format: 'date' }),
      end: z.string().meta({ format: 'date' }),
      views: z.array(StatPoint).meta({ description: 'Per day; `clicks` counts the views' }),
      previous: z
        .object({
          start: z.string().meta({ format: 'date' }),
          end: z.string().meta({ format: 'date' }),
          clicks: z.int(),
          bots: z.int(),
          visitors: z.int(),
          taps: z.int(),
        })
        .nullable()
        .meta({
          description: 'The totals of the same number of days before; null if the plan does not include them',
        }),
      components: z.array(z.object({ id: z.string(), kind: z.string(), taps: z.int() })),
    }),
  ),
  errors: ['plan_limit'],
  summary: 'Views of a microsite per day, and taps on each of its components',
})

/** In the order of the reference. */
export const operations = {
  list,
  create,
  available,
  get,
  update,
  publish,
  remove,
}
