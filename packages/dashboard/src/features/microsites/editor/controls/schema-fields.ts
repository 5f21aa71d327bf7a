// What a form shows for a kind of component: one control for each field of its schema, and none that is written by hand.
import { type ComponentKind, componentData, ItemId } from '@linnet/contract/component-data'
import {
  backgroundFields,
  buttonFields,
  passwordFields,
  spoilerFields,
} from '@linnet/contract/component-groups'
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
  | 'look'
  | 'font'
  | 'effect'
  | 'icon'
  | 'item'
  | 'password'
  | 'list'

export interface FormField {
  name: string
  control: Control
  /** Of a look: the words that are known. */
  messages: string[]
  /** Of a number: its bounds, and whether it is a whole one. */
  least?: number
  most?: number
  isWhole?: boolean
  /** Of a list: what one entry of it is, with fields or a value alone. */
  entry?: FormField | FormField[]
}

/** The parts of a form, in their order; all but the first can be folded. */
export type FormPart = 'content' | 'button' | 'background' | 'spoiler' | 'password'

/** As much of zod's schemas as is read here. */
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

const byValue = new Map<unknown, Control>([
  [Colour, 'colour'],
  [AssetPath, 'image'],
  [Href, 'link'],
  [MediaUrl, 'url'],
  [DateTime, 'dateTime'],
  [TimeZone, 'timeZone'],
  [UnixTime, 'moment'],
  [ItemId, 'item'],
])

// What the schema cannot tell of a text: that it has several lines, or that pages know more words than it names.
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

function fieldOf(name: string, given: Schema): FormField {
  const schema = given.def.innerType ?? given
  const { type, element, options, shape } = schema.def
  const field = (control: Control, rest: Partial<FormField> = {}): FormField => ({
    name,
    control,
    messages: [],
    ...rest,
  })
  const known = byValue.get(schema)
  if (known) return field(known)
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
  const description = given.description ?? schema.description ?? ''
  const special = byName[name]
  if (special) return field(special)
  return description.endsWith(lookMeaning)
    ? field('look', { messages: messagesIn(description) })
    : field('text')
}

function entryOf(name: string, given: Schema): FormField | FormField[] {
  const element = given.def.options?.[0] ?? given
  return element.def.shape
    ? Object.entries(element.def.shape).map(([own, schema]) => fieldOf(own, schema))
    : fieldOf(name, element)
}

/** As in `left, center or right. Unknown words are …`. */
const messagesIn = (description: string): string[] =>
  description
    .slice(0, -lookMeaning.length)
    .replace(/^Such as |\.\s*$/g, '')
    .split(/,\s?|\sor\s/)
    .filter(Boolean)

const parts: [FormPart, Record<string, unknown>][] = [
  ['button', buttonFields],
  ['background', backgroundFields],
  ['spoiler', spoilerFields],
  ['password', passwordFields],
]

/** The form of a kind: which fields each part of it has. Parts that a kind does not have are not there. */
export function formOf(kind: ComponentKind): { part: FormPart; fields: FormField[] }[] {
  const shape = componentData[kind].shape as unknown as Record<string, Schema>
  const own = parts.filter(([, fields]) => Object.keys(fields).every((name) => name in shape))
  const shared = new Set(own.flatMap(([, fields]) => Object.keys(fields)))
  const of = (names: string[]) => names.map((name) => fieldOf(name, shape[name] as Schema))
  return [
    { part: 'content', fields: of(Object.keys(shape).filter((name) => !shared.has(name))) },
    ...own.map(([part, fields]) => ({ part, fields: of(Object.keys(fields)) })),
  ]
}
