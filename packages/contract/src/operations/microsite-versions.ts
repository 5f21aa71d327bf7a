// The versions of microsites: how visitors saw a page after each editing session, and bringing one of them back.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { cursor, Identifier, UnixTime } from '../values.ts'
import { Component, ComponentKindName } from './components.ts'
import { ChangedBy } from './history.ts'
import { Microsite, micrositePath, micrositeQuery } from './microsites.ts'

/** How many versions of a microsite are kept. */
export const mostVersions = 50

/** The settings of a page that visitors see, and that a version brings back. */
export const versionFields = ['title', 'description', 'kind', 'theme'] as const

const VersionComponent = z.object({ id: Component.shape.id, kind: ComponentKindName })

export const VersionChanges = z
  .object({
    fields: z
      .array(z.enum(versionFields))
      .meta({ description: 'The settings of the page that changed', examples: [['theme']] }),
    added: z.array(VersionComponent),
    removed: z.array(VersionComponent),
    changed: z.array(VersionComponent),
    reordered: z
      .boolean()
      .meta({ description: 'Whether the other components were reordered', examples: [false] }),
  })
  .meta({ id: 'MicrositeVersionChanges' })
export type VersionChanges = z.output<typeof VersionChanges>

export const MicrositeVersion = z
  .object({
    id: z.string().meta({ examples: ['ver_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
    at: UnixTime.meta({ description: 'When it was last changed' }),
    by: ChangedBy,
    current: z.boolean().meta({ description: 'Whether visitors see it now', examples: [false] }),
    changes: VersionChanges.nullable().meta({
      description: 'How it differs from the version before it; null for the first one',
    }),
  })
  .meta({ id: 'MicrositeVersion' })
export type MicrositeVersion = z.output<typeof MicrositeVersion>

export const MicrositeVersionContent = MicrositeVersion.extend({
  ...Microsite.pick({ title: true, description: true, kind: true, theme: true }).shape,
  components: z.array(Component).meta({ description: 'In their order, including hidden ones' }),
  missing_images: z
    .array(z.string())
    .meta({ description: 'Paths of images in it that have been deleted since', examples: [[]] }),
}).meta({ id: 'MicrositeVersionContent' })
export type MicrositeVersionContent = z.output<typeof MicrositeVersionContent>

const tag = 'Microsites'

const list = operation({
  id: 'listMicrositeVersions',
  method: 'GET',
  path: '/microsites/{slug}/versions',
  role: 'viewer',
  tag,
  scope: 'microsites:read',
  params: micrositePath,
  query: micrositeQuery.extend({
    limit: z.int().min(1).max(mostVersions).default(20).meta({ description: 'Versions per page' }),
    after: cursor(200),
  }),
  answer: envelope(z.array(MicrositeVersion)).extend({
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  }),
  summary: 'List the versions of a microsite, newest first',
  description: `A version is how visitors saw the page after an editing session: the changes by one person, API key or application with less than ten minutes between them. The first one is made when the microsite is published, and the last ${mostVersions} are kept, including the current one.`,
})

const get = operation({
  id: 'getMicrositeVersion',
  method: 'GET',
  path: '/microsites/{slug}/versions/{versionId}',
  role: 'viewer',
  tag,
  scope: 'microsites:read',
  params: micrositePath.extend({
    versionId: Identifier.meta({ description: 'Id of the version, ver_…' }),
  }),
  query: micrositeQuery,
  answer: envelope(MicrositeVersionContent),
  summary: 'Read a version of a microsite: the page and its components',
})

const restore = operation({
  id: 'restoreMicrositeVersion',
  method: 'POST',
  path: '/microsites/{slug}/restore',
  role: 'editor',
  tag,
  scope: 'microsites:write',
  params: micrositePath,
  query: micrositeQuery,
  body: z.object({
    to: Identifier.meta({
      description: 'Id of the version',
      examples: ['ver_01k9xq3v5m8e6t2w4y7z0a1b2c'],
    }),
  }),
  answer: envelope(Microsite),
  errors: ['plan_limit'],
  undoable: true,
  summary: 'Bring back a version of a microsite',
  description:
    'The title, description, purpose, theme and components become what they were; slug, domain and visibility stay the same. Components that still exist keep their ids and statistics; those deleted more than an hour ago come back with new ids. Destinations and plan limits are checked again: if anything is refused, nothing changes.',
})

/** In the order of the reference. */
export const operations = {
  list,
  get,
  restore,
}
