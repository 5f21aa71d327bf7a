// Placements of a link: names that count its clicks by where it was shared.
import { z } from 'zod'
import { faultMessage } from '../faults.ts'
import { foldedName } from '../names/folded-names.ts'
import { longestPlacement, mostPlacements, otherPlacements } from '../names/placement-names.ts'
import { hasInvisible, isVisible } from '../names/visible-text.ts'
import { envelope, operation } from '../operation.ts'
import { hasNo } from '../validation.ts'
import { text } from '../values.ts'
import { linkPath, linkQuery } from './links.ts'

/** The name of a placement, without spaces around it. */
export const PlacementName = text(4 * longestPlacement)
  .check(hasNo((name) => (hasInvisible(name) ? { code: 'invisible_characters' } : null)))
  .trim()
  .refine((name) => isVisible(name), faultMessage({ code: 'blank' }))
  .refine(
    (name) => [...name].length <= longestPlacement,
    faultMessage({ code: 'too_long', params: { most: longestPlacement, unit: 'character' } }),
  )
  .refine((name) => foldedName(name) !== otherPlacements, faultMessage({ code: 'reserved_placement' }))
  .meta({ maxLength: longestPlacement, examples: ['Newsletter'] })

const planned = {
  name: z.string().meta({ examples: ['Newsletter'] }),
  short_url: z.string().meta({
    description: 'The address to give to people there',
    examples: ['http://localhost:3000/launch?via=Newsletter'],
  }),
  svg_url: z.string().meta({
    description: 'Its QR code',
    examples: ['http://localhost:3000/launch.svg?via=Newsletter'],
  }),
  png_url: z.string().meta({
    description: 'Its QR code; `&size=` sets the width, 64 to 2048 pixels, 512 by default',
    examples: ['http://localhost:3000/launch.png?via=Newsletter'],
  }),
}

export const PlannedPlacement = z.object(planned).meta({ id: 'PlannedPlacement' })
export type PlannedPlacement = z.output<typeof PlannedPlacement>

export const Placement = z
  .object({
    ...planned,
    planned: z
      .boolean()
      .meta({ description: 'Whether its owner planned it; otherwise a visitor used it first' }),
    clicks: z.int().meta({ description: 'In the last 30 days (UTC), today included', examples: [12] }),
  })
  .meta({ id: 'Placement' })
export type Placement = z.output<typeof Placement>

export const LinkPlacements = z
  .object({
    placements: z.array(Placement),
    other: z.int().meta({ description: 'Clicks with all other names, in the same days', examples: [0] }),
  })
  .meta({ id: 'LinkPlacements' })
export type LinkPlacements = z.output<typeof LinkPlacements>

const tag = 'Placements'

const list = operation({
  id: 'listPlacements',
  method: 'GET',
  path: '/links/{short}/placements',
  role: 'viewer',
  tag,
  scope: 'links:analytics',
  params: linkPath,
  query: linkQuery,
  answer: envelope(LinkPlacements),
  summary: 'List the placements of a link, with their clicks',
  description:
    'A visit to `/{short}?via=newsletter` is counted under the placement `newsletter`. First come the planned placements in their order, then the other names, most clicked first. A link has at most 200; if visitors use more, the most frequent are kept, and the clicks of the rest are in `other`. If the plan shows fewer than 30 days, only their clicks are counted.',
})

const plan = operation({
  id: 'planPlacements',
  method: 'PUT',
  path: '/links/{short}/placements',
  role: 'editor',
  tag,
  scope: 'links:write',
  params: linkPath,
  query: linkQuery,
  body: z.object({
    names: z
      .array(PlacementName)
      .max(mostPlacements)
      .meta({
        description: 'In the order in which they are shown; case is ignored when names are compared',
        examples: [['Newsletter', 'Poster 3']],
      }),
  }),
  answer: envelope(z.array(PlannedPlacement)),
  summary: 'Plan the placements of a link',
  description:
    "Replaces the planned names. These are always counted by name, whatever other names visitors use. Clicks that were already counted stay. `other` can't be planned, because it stands for all other names.",
})

/** In the order of the reference. */
export const operations = { list, plan }
