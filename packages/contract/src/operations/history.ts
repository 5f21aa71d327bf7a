// The history of links and what follows from it: rolling back, planned switches, deleting for good, and undoing changes.
import { z } from 'zod'
import { faultMessage } from '../faults.ts'
import { mostHistoryEntries, mostSwitches } from '../history/limits.ts'
import { envelope, operation } from '../operation.ts'
import { cursor, Identifier, LongUrl, UnixTime } from '../values.ts'
import { changeQuery, dryRun, Link, linkPath, linkQuery } from './links.ts'

/** Who changes things. Only the creator of a link from before there were histories is `unknown`. */
export const actorKinds = [
  'person',
  'key',
  'application',
  'agent',
  'import',
  'schedule',
  'operator',
  'unknown',
] as const
export type ActorKind = (typeof actorKinds)[number]

/** What a change did. */
export const changeActions = [
  'created',
  'updated',
  'archived',
  'restored',
  'moved',
  'rolled_back',
  'switched',
  'published',
  'reordered',
  'deleted',
  'undeleted',
] as const
export type ChangeAction = (typeof changeActions)[number]

export const ChangedBy = z
  .object({
    kind: z.enum(actorKinds),
    name: z.string().meta({
      description:
        'The name of the person, key or application; "deleted person" for someone whose account was deleted; otherwise empty',
      examples: ['Newsletter key'],
    }),
  })
  .meta({ id: 'ChangedBy' })

export const FieldChange = z
  .object({
    field: z.string().meta({ examples: ['long_url'] }),
    from: z.unknown().meta({ examples: ['https://example.com/spring'] }),
    to: z.unknown().meta({ examples: ['https://example.com/summer'] }),
  })
  .meta({ id: 'FieldChange' })
export type FieldChange = z.output<typeof FieldChange>

const ChangeId = z.string().meta({
  description: 'The id of the change, which is also its undo token',
  examples: ['chg_01k9xq3v5m8e6t2w4y7z0a1b2c'],
})

const undoFields = {
  undone: z.boolean().meta({ description: 'Whether this change was undone', examples: [false] }),
  undoes: z
    .string()
    .nullable()
    .meta({ description: 'The id of the change that this one undid', examples: [null] }),
}

const entryFields = {
  id: ChangeId,
  at: UnixTime,
  by: ChangedBy,
  action: z.enum(changeActions).meta({ examples: ['updated'] }),
  changes: z.array(FieldChange).meta({
    description: 'Fields as in the record. Instead of the password, has_password tells whether there is one.',
  }),
  ...undoFields,
}

export const HistoryEntry = z.object(entryFields).meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.output<typeof HistoryEntry>

export const PlannedSwitch = z
  .object({
    at: UnixTime.meta({ examples: [1_790_000_000] }),
    long_url: LongUrl,
  })
  .meta({ id: 'PlannedSwitch' })
export type PlannedSwitch = z.output<typeof PlannedSwitch>

const list = operation({
  id: 'getLinkHistory',
  method: 'GET',
  path: '/links/{short}/history',
  role: 'viewer',
  tag: 'History',
  scope: 'links:read',
  params: linkPath,
  query: linkQuery.extend({
    limit: z.int().min(1).max(100).default(20).meta({ description: 'Entries per page' }),
    before: cursor(100),
  }),
  answer: z.object({ data: z.array(HistoryEntry), next_cursor: z.string().nullable() }),
  summary: 'List the changes of a link, newest first',
  description: `Every change is an entry, which says who made it. The last ${mostHistoryEntries} are kept for as long as the link exists.`,
  tool: {
    name: 'get_link_history',
    title: 'Read the history of a link',
    description:
      'Lists the changes of one link, newest first: when, by whom, and what was there before. Use it to find out who changed a link, where it led before, or what to undo. The id of an entry is its undo token: the tool undo takes it within an hour, roll_back_link at any time.',
    example: { short: 'spring-sale' },
    only: 'all',
  },
})

const rollBack = operation({
  id: 'rollBackLink',
  method: 'POST',
  path: '/links/{short}/rollback',
  role: 'editor',
  tag: 'History',
  scope: 'links:write',
  params: linkPath,
  query: changeQuery,
  body: z.object({
    to: Identifier.meta({
      description: 'The id of an entry in the history of the link',
      examples: ['chg_01k9xq3v5m8e6t2w4y7z0a1b2c'],
    }),
  }),
  answer: envelope(Link),
  errors: ['slug_taken', 'slug_invalid', 'plan_limit'],
  undoable: true,
  summary: 'Roll a link back',
  description:
    'Restores the link as it was just after that entry: all fields of its record, its password and its tags. Its QR code keeps its style. Destinations are checked again: if one is no longer allowed, the request is refused and the link stays as it is. If this archives the link, it also needs the scope `links:archive`.',
  tool: {
    name: 'roll_back_link',
    title: 'Roll a link back',
    description:
      'Restores a link as it was just after an entry of its history (get_link_history). For a change of the last hour, use undo instead. First show what would change, with dry_run.',
    example: { short: 'spring-sale', to: 'chg_01k9xq3v5m8e6t2w4y7z0a1b2c' },
    only: 'all',
  },
})

const schedule = operation({
  id: 'getLinkSchedule',
  method: 'GET',
  path: '/links/{short}/schedule',
  role: 'viewer',
  tag: 'History',
  scope: 'links:read',
  params: linkPath,
  query: linkQuery,
  answer: envelope(z.array(PlannedSwitch)),
  summary: 'List the planned switches of a link, the next one first',
})

const setSchedule = operation({
  id: 'setLinkSchedule',
  method: 'PUT',
  path: '/links/{short}/schedule',
  role: 'editor',
  tag: 'History',
  scope: 'links:write',
  params: linkPath,
  query: changeQuery,
  body: z.object({
    switches: z
      .array(PlannedSwitch)
      .max(mostSwitches)
      .refine(
        (switches) => new Set(switches.map(({ at }) => at)).size === switches.length,
        faultMessage({ code: 'same_time' }),
      ),
  }),
  listBody: 'switches',
  answer: envelope(z.array(PlannedSwitch)),
  undoable: true,
  summary: 'Plan switches of a link to other destinations',
  description:
    'Replaces the planned switches; an empty list removes them. The body may also be the list alone. A switch takes place within a minute of its time, or as soon as the service is running again. Its destination is checked again: if it is no longer allowed, the link stays as it is, and its owners get an e-mail.',
})

const remove = operation({
  id: 'deleteLink',
  method: 'POST',
  path: '/links/{short}/delete',
  role: 'editor',
  tag: 'History',
  scope: 'links:archive',
  params: linkPath,
  query: changeQuery,
  answer: envelope(z.object({ id: z.string(), short: z.string(), deleted: z.literal(true) })),
  undoable: true,
  summary: 'Delete a link for good',
  description:
    'Deletes the link with its statistics. For an hour this can be undone, and nobody else can take its code. Using the code again yourself makes the deletion final. Keys and applications from before links could be deleted need a new permission.',
  tool: {
    name: 'delete_link_for_good',
    title: 'Delete a link for good',
    description:
      'Deletes one link with its statistics. delete_link only archives it, which is nearly always better: ask before you use this. For an hour, undo brings it back.',
    example: { short: 'spring-sale' },
    hints: { destructive: true },
    only: 'all',
  },
})

/** What was changed, as a list of changes shows it. */
export const ChangedThing = z.object({
  kind: z.enum(['link', 'qr', 'health', 'schedule', 'microsite', 'component']),
  id: z
    .string()
    .meta({ description: 'The id of the link or microsite', examples: ['lnk_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
  name: z
    .string()
    .meta({ description: 'Its short code or slug; empty if it was deleted', examples: ['launch'] }),
  action: z.enum(changeActions),
})
export type ChangedThing = z.output<typeof ChangedThing>

const undo = operation({
  id: 'undoChange',
  method: 'POST',
  path: '/undo',
  role: 'editor',
  tag: 'History',
  query: z.object(dryRun),
  body: z.object({
    token: Identifier.meta({
      description: 'The `Undo-Token` of the response to the change',
      examples: ['chg_01k9xq3v5m8e6t2w4y7z0a1b2c'],
    }),
  }),
  answer: envelope(z.object({ undone: z.array(ChangedThing) })),
  errors: ['undo_conflict', 'plan_limit', 'insufficient_scope'],
  undoable: true,
  summary: 'Undo a change',
  description:
    'Puts back what was there before the change: within an hour, only once, and all of it. Needs the scope of what it undoes. If something has changed since, the response is 409 `undo_conflict`, which names it, and nothing changes. An undo neither uses nor returns units of a monthly quota.',
  tool: {
    name: 'undo',
    title: 'Undo a change',
    description:
      'Undoes one change of the last hour. Every tool that changes something returns an undo_token: pass it here to put back what was there before. If somebody has changed the same thing since, the result is undo_conflict, and nothing changes.',
    example: { token: 'chg_01k9xq3v5m8e6t2w4y7z0a1b2c' },
    hints: { destructive: true },
    only: 'all',
  },
})

export const Change = z
  .object({
    id: ChangeId,
    at: UnixTime,
    by: ChangedBy.extend({
      id: z.string().nullable().meta({ description: 'The id of the key or application, to filter by' }),
    }),
    things: z.array(ChangedThing.extend({ changes: z.array(FieldChange) })).meta({
      description: 'The first 20 things that it changed',
    }),
    total: z.int().meta({ description: 'How many things it changed' }),
    ...undoFields,
    undoable_until: UnixTime.nullable().meta({ description: 'null if it can no longer be undone' }),
  })
  .meta({ id: 'Change' })
export type Change = z.output<typeof Change>

const changes = operation({
  id: 'listChanges',
  method: 'GET',
  path: '/changes',
  role: 'viewer',
  tag: 'History',
  audience: 'dashboard',
  query: z.object({
    kind: z.enum(['person', 'key', 'application', 'agent']).optional(),
    by: Identifier.optional().meta({ description: 'The id of a key or application' }),
    limit: z.int().min(1).max(100).default(20),
    before: cursor(100),
  }),
  answer: z.object({ data: z.array(Change), next_cursor: z.string().nullable() }),
  summary: 'List what was changed in the workspace, newest first',
})

const undoMany = operation({
  id: 'undoChanges',
  method: 'POST',
  path: '/changes/undo',
  role: 'editor',
  tag: 'History',
  audience: 'dashboard',
  body: z.object({ ids: z.array(Identifier).min(1).max(100) }),
  answer: envelope(
    z.object({
      undone: z.array(z.string()).meta({ description: 'The ids of the changes that were undone' }),
      failed: z.array(
        z.object({
          id: z.string(),
          message: z.string(),
          changed_since: z
            .array(z.string())
            .meta({ description: 'The fields that have been changed since, if that is why' }),
        }),
      ),
    }),
  ),
  summary: 'Undo up to 100 changes, the newest first',
})

/** In the order of the reference. */
export const linkOperations = { list, rollBack, schedule, setSchedule, remove }
export const operations = { undo, changes, undoMany }
