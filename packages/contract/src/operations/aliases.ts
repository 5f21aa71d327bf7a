// Aliases of a link, for the dashboard.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { text, UnixTime, WantedCode } from '../values.ts'
import { linkPath, linkQuery } from './links.ts'

/** How many aliases a link can have. */
export const mostAliases = 10

export const Alias = z
  .object({
    code: z.string().meta({ examples: ['sprnig'] }),
    short_url: z.string().meta({
      description: 'Another address of the link',
      examples: ['http://localhost:3000/sprnig'],
    }),
    created_at: UnixTime,
  })
  .meta({ id: 'Alias' })
export type Alias = z.output<typeof Alias>

const audience = 'dashboard'

const list = operation({
  id: 'listAliases',
  method: 'GET',
  path: '/links/{short}/aliases',
  role: 'viewer',
  tag: 'Links',
  audience,
  params: linkPath,
  query: linkQuery,
  answer: envelope(z.array(Alias)),
  summary: 'List the aliases of a link, oldest first',
})

const add = operation({
  id: 'addAlias',
  method: 'POST',
  path: '/links/{short}/aliases',
  role: 'editor',
  tag: 'Links',
  audience,
  params: linkPath,
  query: linkQuery,
  body: z.object({ code: WantedCode }),
  answer: envelope(Alias),
  errors: ['slug_taken', 'slug_invalid', 'plan_limit'],
  summary: 'Add an alias to a link: another code on its domain, at most ten',
})

const remove = operation({
  id: 'removeAlias',
  method: 'DELETE',
  path: '/links/{short}/aliases/{code}',
  role: 'editor',
  tag: 'Links',
  audience,
  params: linkPath.extend({ code: text(48) }),
  query: linkQuery,
  answer: envelope(z.object({ code: z.string(), removed: z.literal(true) })),
  summary: 'Remove an alias of a link, and free its code',
})

/** In the order of the reference. */
export const operations = { list, add, remove }
