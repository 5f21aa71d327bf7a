// The components of a microsite: the record, and the operations that add, change and order them.
import { z } from 'zod'
import { componentKinds, shapeName } from '../components/component-kinds.ts'
import { componentNotation } from '../components/component-notation.ts'
import { envelope, operation } from '../operation.ts'
import { Identifier, text, UnixTime } from '../values.ts'
import { micrositePath } from './microsites.ts'

export const ComponentKindName = z.enum(componentKinds).meta({ examples: ['LINK'] })

export const Component = z
  .object({
    id: z.string().meta({ examples: ['cmp_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
    kind: ComponentKindName,
    data: z.looseObject({}).meta({
      description: 'The fields of its kind. Instead of a password, `hasPassword` says whether one is set',
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

/** The answer for agents about a component that they have added or changed, with its stored data. */
const ComponentAsSet = Component.pick({ id: true, kind: true, active: true, data: true })
/** The answer for agents about components that they have reordered. */
const ComponentInOrder = Component.pick({ id: true, kind: true })

// Validated by its kind, once that is known: see readComponentData.
const Data = z.looseObject({}).meta({
  description:
    'The fields of its `kind`, such as `LinkData` for LINK and `HorizontalLinkData` for HORIZONTAL_LINK. No field is required, and unknown fields are dropped.',
  anyOf: componentKinds.map((kind) => ({ $ref: `#/components/schemas/${shapeName(kind)}` })),
  examples: [{ value: 'My shop', href: 'https://example.com/shop' }],
})
const componentPath = micrositePath.extend({
  componentId: Identifier.meta({ description: 'Id of the component, cmp_…' }),
})
const Tag = text(48).meta({ description: 'A word of your own to group components by' })
const tag = 'Microsites'

const list = operation({
  id: 'listComponents',
  method: 'GET',
  path: '/microsites/{slug}/components',
  role: 'viewer',
  tag,
  scope: 'microsites:read',
  params: micrositePath,
  query: z.object({
    componentId: Identifier.optional().meta({ description: 'Only the component with this id' }),
  }),
  answer: envelope(z.array(Component)),
  summary: 'List the components of a microsite in the order in which they are shown',
  tool: {
    name: 'list_microsite_components',
    title: 'List components',
    description:
      'Lists the components of a microsite in the order in which they are shown, each with its id and all its data. Read it before changing, deleting or ordering components. With `componentId`, it returns only that one, with more of its data in the text. Passwords are never returned: `hasPassword` says whether one is set.',
    example: { slug: 'ana' },
  },
})

const create = operation({
  id: 'createComponent',
  method: 'POST',
  path: '/microsites/{slug}/components',
  role: 'editor',
  tag,
  scope: 'microsites:write',
  params: micrositePath,
  body: z.object({ kind: ComponentKindName, data: Data, tag: Tag.nullish() }),
  answer: envelope(Component),
  errors: ['plan_limit'],
  creates: true,
  undoable: true,
  summary: 'Add a component at the end of a microsite',
  description:
    'A microsite can have at most one PROFILE, one CV and one AUTOPLAY_MUSIC. IMAGE_SLIDE needs a plan with image slides; without it, the response is 403 `plan_limit`. Only an update can set a password.',
  tool: {
    name: 'create_microsite_component',
    title: 'Add a component',
    description:
      'Adds a component at the end of a microsite, visible at once, and returns its id. The fields of `data` depend on `kind`. A microsite can have at most one PROFILE, one CV and one AUTOPLAY_MUSIC; not every plan includes IMAGE_SLIDE (plan_limit). A password is ignored here: set it afterwards with update_microsite_component. To move the component, use order_microsite_components.',
    example: {
      slug: 'ana',
      kind: 'LINK',
      data: { value: 'My shop', href: 'https://example.com/shop', buttonColor: '#0f766e' },
    },
    // Made only when an agent asks, because it takes some 20 ms, which every start would otherwise spend.
    get argumentDescriptions() {
      return {
        data: `The fields of its kind, none of them required; unknown ones are dropped. A field without a type is text. ${componentNotation()}`,
      }
    },
    answer: envelope(ComponentAsSet),
  },
})

const update = operation({
  id: 'updateComponent',
  method: 'PUT',
  path: '/microsites/{slug}/components/{componentId}',
  role: 'editor',
  tag,
  scope: 'microsites:write',
  params: componentPath,
  body: z.object({
    active: z.boolean().meta({ description: 'Whether it is shown' }),
    kind: ComponentKindName,
    data: Data,
  }),
  answer: envelope(Component),
  errors: ['plan_limit'],
  undoable: true,
  summary: 'Replace the data of a component, and show or hide it',
  description: '`data` replaces all previous data, except a password, which stays if none is sent.',
  tool: {
    name: 'update_microsite_component',
    title: 'Change a component',
    description:
      'Replaces the data of one component, and shows or hides it with `active`. All of `data` is replaced: read it with list_microsite_components first, and send every field that should stay. Only a password stays if it is not sent; an empty one removes it. If you change `kind`, send data of the new kind: no old data stays, except a password if the new kind can have one. To change only `active`, send kind and data as you read them.',
    example: {
      slug: 'ana',
      componentId: 'cmp_01k9xq3v5m8e6t2w4y7z0a1b2c',
      active: true,
      kind: 'LINK',
      data: { value: 'My new shop', href: 'https://example.com/shop' },
    },
    argumentDescriptions: {
      data: 'All fields that it should have, as create_microsite_component describes them by kind',
    },
    answer: envelope(ComponentAsSet),
  },
})

const remove = operation({
  id: 'deleteComponent',
  method: 'DELETE',
  path: '/microsites/{slug}/components/{componentId}',
  role: 'editor',
  tag,
  scope: 'microsites:delete',
  params: componentPath,
  answer: envelope(z.object({ id: z.string(), deleted: z.literal(true) })),
  undoable: true,
  summary: 'Delete a component',
  tool: {
    name: 'delete_microsite_component',
    title: 'Delete a component',
    description:
      'Deletes one component of a microsite; this can be undone for an hour. To only hide it, use update_microsite_component with `active: false`. Get its id from list_microsite_components.',
    example: { slug: 'ana', componentId: 'cmp_01k9xq3v5m8e6t2w4y7z0a1b2c' },
  },
})

const order = operation({
  id: 'orderComponents',
  method: 'POST',
  path: '/microsites/{slug}/components/order',
  role: 'editor',
  tag,
  scope: 'microsites:write',
  params: micrositePath,
  body: z.object({
    orders: z
      .array(text(100))
      .max(10_000)
      .meta({
        description: 'The ids of all its components, each exactly once, in the new order',
        examples: [['cmp_01k9xq3v5m8e6t2w4y7z0a1b2d', 'cmp_01k9xq3v5m8e6t2w4y7z0a1b2c']],
      }),
  }),
  answer: envelope(z.array(Component)),
  undoable: true,
  summary: 'Reorder the components of a microsite',
  tool: {
    name: 'order_microsite_components',
    title: 'Reorder components',
    description:
      'Reorders the components of a microsite. `orders` must have the id of every component exactly once, including hidden ones: get them from list_microsite_components first.',
    example: {
      slug: 'ana',
      orders: ['cmp_01k9xq3v5m8e6t2w4y7z0a1b2d', 'cmp_01k9xq3v5m8e6t2w4y7z0a1b2c'],
    },
    answer: envelope(z.array(ComponentInOrder)),
    hints: { idempotent: true },
  },
})

/** In the order of the reference. */
export const operations = {
  list,
  create,
  order,
  update,
  remove,
}
