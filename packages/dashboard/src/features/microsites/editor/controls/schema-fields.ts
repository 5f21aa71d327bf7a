// Derives the form of each kind of component from its schema: one control for each field.

import {
  backgroundFields,
  buttonFields,
  passwordFields,
  spoilerFields,
} from '@linnet/contract/component-groups'
import { type ComponentKind, componentData, ItemId } from '@linnet/contract/component-kinds'
import {
  AssetPath,
  Colour,
  DateTime,
  Href,
  lookMeaning,
  MediaUrl,
  TimeZone,
} from '@linnet/contract/component-values'
import { UnixTime } from '@linnet/contract/values'

export type Control =
  | 'text'
  | 'lines'
  | 'url'
  | 'link'
  | 'number'
  | 'percent'
  | 'switch'
  | 'colour'
  | 'image'
  | 'dateTime'
  | 'timeZone'
  | 'moment'
  | 'variant'
  | 'font'
  | 'effect'
  | 'icon'
  | 'item'
  | 'password'
  | 'list'

export interface FormField {
  name: string
  control: Control
  /** The known values of a variant. */
  variants: string[]
  /** The bounds of a number, and whether it is an integer. */
  least?: number
  most?: number
  isWhole?: boolean
  /** What each entry of a list holds: several fields, or a single value. */
  entry?: FormField | FormField[]
}

/** The sections of a form, in their order; all but the first can be collapsed. */
export type FormSection = 'content' | 'button' | 'background' | 'spoiler' | 'password'

/** The parts of zod's schemas that are read here. */
interface Schema {
  def: {
    type: string
    innerType?: Schema
    element?: Schema
    options?: Schema[]
    shape?: Record<string, Schema>
  }
  description?: string
  minValue?: number | null
  maxValue?: number | null
  isInt?: boolean
}

const bySchema = new Map<unknown, Control>([
  [Colour, 'colour'],
  [AssetPath, 'image'],
  [Href, 'link'],
  [MediaUrl, 'url'],
  [DateTime, 'dateTime'],
  [TimeZone, 'timeZone'],
  [UnixTime, 'moment'],
  [ItemId, 'item'],
])

// What a schema does not say about a string: that it has several lines, or that pages accept more values than it names.
const byName: Record<string, Control> = {
  content: 'lines',
  description: 'lines',
  summary: 'lines',
  address: 'lines',
  icon: 'icon',
  spoilerButtonIcon: 'icon',
  textFont: 'font',
  spoilerButtonFont: 'font',
  buttonEffect: 'effect',
  spoilerBackgroundOpacity: 'percent',
  password: 'password',
}

function fieldOf(name: string, declared: Schema): FormField {
  const schema = declared.def.innerType ?? declared
  const { type, element, options, shape } = schema.def
  const field = (control: Control, rest: Partial<FormField> = {}): FormField => ({
    name,
    control,
    variants: [],
    ...rest,
  })
  const byItsSchema = bySchema.get(schema)
  if (byItsSchema) return field(byItsSchema)
  if (type === 'boolean') return field('switch')
  if (type === 'number')
    return field('number', {
      least: schema.minValue ?? undefined,
      most: schema.maxValue ?? undefined,
      isWhole: schema.isInt === true,
    })
  if (type === 'array' && element) return field('list', { entry: entryOf(name, element) })
  // A value of several types, such as the level of a skill: forms produce the first one.
  if (type === 'union' && options?.[0]) return fieldOf(name, options[0])
  if (type !== 'string' || shape) throw new Error(`there is no control for ${name}, which is of type ${type}`)
  const description = declared.description ?? schema.description ?? ''
  const byItsName = byName[name]
  if (byItsName) return field(byItsName)
  return description.endsWith(lookMeaning)
    ? field('variant', { variants: variantsIn(description) })
    : field('text')
}

function entryOf(name: string, declared: Schema): FormField | FormField[] {
  const element = declared.def.options?.[0] ?? declared
  return element.def.shape
    ? Object.entries(element.def.shape).map(([field, schema]) => fieldOf(field, schema))
    : fieldOf(name, element)
}

/** The values in a description such as `left, center or right. Unknown values are …`. */
const variantsIn = (description: string): string[] =>
  description
    .slice(0, -lookMeaning.length)
    .replace(/^Such as |\.\s*$/g, '')
    .split(/,\s?|\sor\s/)
    .filter(Boolean)

const sharedSections: [FormSection, Record<string, unknown>][] = [
  ['button', buttonFields],
  ['background', backgroundFields],
  ['spoiler', spoilerFields],
  ['password', passwordFields],
]

/** The form of a kind: its sections with their fields. Sections that the kind doesn't have are left out. */
export function formOf(kind: ComponentKind): { section: FormSection; fields: FormField[] }[] {
  const shape = componentData[kind].shape as unknown as Record<string, Schema>
  const sections = sharedSections.filter(([, fields]) => Object.keys(fields).every((name) => name in shape))
  const shared = new Set(sections.flatMap(([, fields]) => Object.keys(fields)))
  const fieldsOf = (names: string[]) => names.map((name) => fieldOf(name, shape[name] as Schema))
  return [
    { section: 'content', fields: fieldsOf(Object.keys(shape).filter((name) => !shared.has(name))) },
    ...sections.map(([section, fields]) => ({ section, fields: fieldsOf(Object.keys(fields)) })),
  ]
}
