// A notation of components' data for agents: a line for each kind, short enough to be in every conversation.
import { z } from 'zod'
import { UnixTime } from '../values.ts'
import { backgroundFields, buttonFields, passwordFields, spoilerFields } from './component-groups.ts'
import { componentData, ItemId } from './component-kinds.ts'
import {
  AssetPath,
  Colour,
  DateTime,
  Href,
  longText,
  lookMeaning,
  MediaUrl,
  TimeZone,
} from './component-values.ts'

// The notation's names of the types that a field can have, besides text.
const words: readonly { schema: z.ZodType; word: string; meaning?: string }[] = [
  { schema: Colour, word: 'colour', meaning: '#rgb, #rgba, #rrggbb or #rrggbbaa' },
  {
    schema: AssetPath,
    word: 'image',
    meaning:
      'path of an image uploaded over the API (POST /api/assets), such as /assets/k3v9x2.webp; not a URL',
  },
  { schema: MediaUrl, word: 'url', meaning: 'http or https' },
  { schema: Href, word: 'link', meaning: 'a url, mailto: or tel:' },
  { schema: DateTime, word: 'date-time', meaning: 'such as 2026-11-20T18:30:00' },
  { schema: TimeZone, word: 'time zone', meaning: 'such as Asia/Jakarta' },
  { schema: UnixTime, word: 'Unix seconds' },
  {
    schema: ItemId,
    word: 'item',
    meaning: 'id of a shop item, from the API (/api/shop-items): no tool lists them',
  },
]

const look = {
  word: 'keyword',
  meaning: 'one of the values that are named; an unknown one is drawn as the default',
}

// Fields that several kinds share are written once.
const groups = { button: buttonFields, spoiler: spoilerFields, password: passwordFields }

interface JsonSchema {
  type?: string
  description?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxLength?: number
}

/** Whether a field chooses a style, and the rest of its description. */
function readDescription(description = ''): { isLook: boolean; meaning: string } {
  const isLook = description.endsWith(lookMeaning)
  const meaning = isLook ? description.slice(0, -lookMeaning.length).replace(/\. $/, '') : description
  return { isLook, meaning }
}

/**
 * The fields of each kind's `data`: `name: type (meaning)`, without the type where it is text. It is derived from
 * `componentData`, so it says exactly what validation requires.
 */
export function componentNotation(): string {
  const meanings = [...words, look].flatMap(({ word, meaning }) => (meaning ? [`${word}: ${meaning}`] : []))
  const lines = [
    ...Object.entries(groups).map(([name, fields]) => `+${name}: ${fieldsOf(fields)}`),
    ...Object.entries(componentData).map(([kind, { shape }]) => `${kind}: ${kindOf(shape)}`),
  ]
  const shared = `A + stands for the fields on its own line. Every kind has ${fieldsOf(backgroundFields)}`
  return `${meanings.join('. ')}. ${shared}.\n${lines.join('\n')}`
}

function kindOf(shape: z.ZodRawShape): string {
  const shared = Object.entries(groups).filter(([, fields]) =>
    Object.keys(fields).every((name) => name in shape),
  )
  const grouped = new Set([backgroundFields, ...shared.map(([, fields]) => fields)].flatMap(Object.keys))
  const own = Object.entries(shape).filter(([name]) => !grouped.has(name))
  return [fieldsOf(Object.fromEntries(own)), ...shared.map(([name]) => `+${name}`)].join(', ')
}

function fieldsOf(shape: z.ZodRawShape): string {
  return Object.entries(shape)
    .map(([name, field]) => fieldOf(name, field as z.ZodType))
    .join(', ')
}

function fieldOf(name: string, field: z.ZodType): string {
  const { description } = jsonOf(field)
  const { isLook, meaning } = readDescription(description)
  const type = isLook ? look.word : typeOf(field)
  const notes = [meaning, field instanceof z.ZodOptional ? '' : 'required'].filter(Boolean).join('; ')
  return `${name}${type === 'text' ? '' : `: ${type}`}${notes && ` (${notes})`}`
}

function typeOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodOptional) return typeOf(schema.unwrap() as z.ZodType)
  const known = words.find((one) => one.schema === schema)
  if (known) return known.word
  if (schema instanceof z.ZodObject) return `{${fieldsOf(schema.shape)}}`
  if (schema instanceof z.ZodUnion) return schema.options.map((one) => typeOf(one as z.ZodType)).join(' or ')
  const { type = '', minimum, maximum, minItems = 0, maxItems, maxLength } = jsonOf(schema)
  if (schema instanceof z.ZodArray) return `[${minItems}–${maxItems} ${typeOf(schema.element as z.ZodType)}]`
  if (type === 'string') return maxLength === longText ? 'text' : `text ≤${maxLength}`
  return minimum === undefined ? type : `${type} ${minimum}–${maximum}`
}

function jsonOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
}
