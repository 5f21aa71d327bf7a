// The parts of a microsite: the record, and the operations that put them there and in order.
import { z } from 'zod'
import { componentKinds, shapeName } from './component-data.ts'
import { micrositePath } from './microsites.ts'
import { envelope, operation } from './operation.ts'
import { Identifier, text, UnixTime } from './values.ts'

export const ComponentKindName = z.enum(componentKinds).meta({ examples: ['LINK'] })

export const Component = z
  .object({
    id: z.string().meta({ examples: ['cmp_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
    kind: ComponentKindName,
    data: z.looseObject({}).meta({
      description:
        'Of the shape of the kind. In place of a password, `hasPassword` tells whether there is one',
      examples: [{ value: 'My shop', href: 'https://example.com/shop', hasPassword: false }],
    }),
    tag: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    active: z.boolean().meta({ description: 'Whether it is shown', examples: [true] }),
    created_at: UnixTime,
    updated_at: UnixTime,
  })
  .meta({ id: 'Component' })
export type Component = z.output<typeof Component>

// Judged by its kind once that is known: see readComponentData.
const Data = z.looseObject({}).meta({
  description:
    'Of the shape of its `kind`: `LinkData` for LINK, `HorizontalLinkData` for HORIZONTAL_LINK. No field of it is required, and unknown ones are dropped.',
  anyOf: componentKinds.map((kind) => ({ $ref: `#/components/schemas/${shapeName(kind)}` })),
  examples: [{ value: 'My shop', href: 'https://example.com/shop' }],
})
const componentPath = micrositePath.extend({ componentId: Identifier })
const tag = 'Microsites'

export const list = operation({
  id: 'listComponents',
  method: 'GET',
  path: '/microsites/{slug}/components',
  tag,
  scope: 'microsites:read',
  params: micrositePath,
  answer: envelope(z.array(Component)),
  summary: 'List the components of a microsite in the order in which they are shown',
  tool: { name: 'list_microsite_components', description: 'The parts of a microsite, in their order.' },
})

export const create = operation({
  id: 'createComponent',
  method: 'POST',
  path: '/microsites/{slug}/components',
  tag,
  scope: 'microsites:write',
  params: micrositePath,
  body: z.object({ kind: ComponentKindName, data: Data, tag: text(48).nullish() }),
  answer: envelope(Component),
  errors: ['plan_limit'],
  creates: true,
  summary: 'Add a component at the end of a microsite',
  description:
    'A microsite has one PROFILE, one CV and one AUTOPLAY_MUSIC at most. IMAGE_SLIDE needs a plan with image slides: 403 `plan_limit` without it. A password is set by an update only.',
  tool: { name: 'create_microsite_component', description: 'Adds a part at the end of a microsite.' },
})

export const update = operation({
  id: 'updateComponent',
  method: 'PUT',
  path: '/microsites/{slug}/components/{componentId}',
  tag,
  scope: 'microsites:write',
  params: componentPath,
  body: z.object({ active: z.boolean(), kind: ComponentKindName, data: Data }),
  answer: envelope(Component),
  errors: ['plan_limit'],
  summary: 'Replace what a component holds, show or hide it',
  description: '`data` replaces what was there, except for a password, which stays where none is sent.',
  tool: { name: 'update_microsite_component', description: 'Replaces what a part of a microsite holds.' },
})

export const remove = operation({
  id: 'deleteComponent',
  method: 'DELETE',
  path: '/microsites/{slug}/components/{componentId}',
  tag,
  scope: 'microsites:delete',
  params: componentPath,
  answer: envelope(z.object({ id: z.string(), deleted: z.literal(true) })),
  summary: 'Delete a component',
  tool: { name: 'delete_microsite_component', description: 'Deletes a part of a microsite.' },
})

export const order = operation({
  id: 'orderComponents',
  method: 'POST',
  path: '/microsites/{slug}/components/order',
  tag,
  scope: 'microsites:write',
  params: micrositePath,
  body: z.object({
    orders: z
      .array(text(100))
      .max(10_000)
      .meta({
        description: 'The ids of all its components, each exactly once, as they shall be shown',
        examples: [['cmp_01k9xq3v5m8e6t2w4y7z0a1b2d', 'cmp_01k9xq3v5m8e6t2w4y7z0a1b2c']],
      }),
  }),
  answer: envelope(z.array(Component)),
  summary: 'Put the components of a microsite in another order',
  tool: { name: 'order_microsite_components', description: 'Puts the parts of a microsite in order.' },
})
