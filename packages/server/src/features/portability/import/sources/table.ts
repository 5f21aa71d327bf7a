// Any other table or list of records, with the column names that people and programs use, Linnet's own included.
import { withoutApostrophe } from '../../../../platform/files/csv.ts'
import { type LinkSettings, linkSettings } from '../../../links/links/index.ts'
import { type Fields, plainName } from '../reading/records.ts'
import type { Source, SourceLink, SourceRule } from '../source-link.ts'
import {
  addressIn,
  countIn,
  dayIn,
  flagIn,
  jsonIn,
  namesIn,
  stringIn,
  timeIn,
  withoutNulls,
} from '../values.ts'

const destinations = [
  ...['longurl', 'destinationurl', 'destination', 'longlink', 'originalurl', 'targeturl', 'target'],
  ...['redirecturl', 'redirectto', 'url', 'to'],
]
const addresses = ['shorturl', 'shortlink', 'shortenedurl', 'shortaddress', 'link']
const codes = [
  'code',
  'short',
  'shortcode',
  'slug',
  'customslug',
  'alias',
  'keyword',
  'backhalf',
  'key',
  'path',
]
// Other programs' names of settings.
const otherNames: Partial<Record<keyof LinkSettings, string[]>> = {
  expired_at: ['expiresat', 'expires', 'expiry', 'expirydate', 'expirationdate'],
}

const readers = {
  flag: flagIn,
  choice: choiceIn,
  time: timeIn,
  day: dayIn,
  number: numberIn,
  text: textIn,
}

/** How each setting is read, and from which columns. */
const settings = (Object.keys(linkSettings) as (keyof LinkSettings)[]).map((name) => ({
  name,
  read: readers[linkSettings[name].format],
  columns: [plainName(name), ...(otherNames[name] ?? [])],
}))

export const table: Source = {
  name: 'csv',
  title: 'a table',
  recognizes: (has) => destinations.some((name) => has(name)),
  link(fields) {
    const isBlocked = stringIn(fields, 'blockedat') !== ''
    const status = stringIn(fields, 'status').toLowerCase()
    const settings = settingsIn(fields)
    const clicksUsed = countIn(fields, 'maxclicksused')
    const hasPicture = Boolean(objectIn(fields, 'preview')?.image)
    return {
      addresses: withoutNulls(addressOf(fields)),
      longUrl: stringIn(fields, ...destinations),
      title: textIn(fields, 'title', 'name', 'label', 'description') ?? '',
      createdAt: timeIn(
        fields,
        'createdat',
        'created',
        'datecreated',
        'createddate',
        'creationdate',
        'timestamp',
        'date',
      ),
      settings,
      clicksUsed,
      rules: listIn(fields, 'rules') as SourceRule[],
      card: cardOf(fields),
      tags: namesIn(fields, fields.has('tags') ? 'tags' : 'labels'),
      placements: namesIn(fields, 'plannedplacements'),
      watch: choiceIn(fields, 'watch'),
      whenBroken: textIn(fields, 'whenbroken'),
      archived:
        isBlocked ||
        stringIn(fields, 'archivedat') !== '' ||
        flagIn(fields, 'archived') ||
        status === 'archived' ||
        // One with a number of clicks is consumed here too.
        (status === 'consumed' && !(settings.max_clicks && clicksUsed >= settings.max_clicks)),
      protection: flagIn(fields, 'haspassword') ? 'unknown' : null,
      clicks: countIn(
        fields,
        'clicks',
        'visits',
        'visitcount',
        'hits',
        'clickcount',
        'totalclicks',
        'engagements',
      ),
      notes: [
        ...(isBlocked ? ['was blocked there: it is archived here'] : []),
        ...(hasPicture ? ['the picture of its card is not imported'] : []),
      ],
    }
  },
}

function settingsIn(fields: Fields): Partial<LinkSettings> {
  return Object.fromEntries(settings.map(({ name, read, columns }) => [name, read(fields, ...columns)]))
}

function cardOf(fields: Fields): SourceLink['card'] {
  const { title, description } = objectIn(fields, 'preview') ?? {}
  return title || description ? { title: String(title ?? ''), description: String(description ?? '') } : null
}

/** A list, also as JSON in a cell. */
function listIn(fields: Fields, name: string): object[] {
  const value = jsonIn(fields, name)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}

/** An object, also as JSON in a cell; null if there is none. */
function objectIn(fields: Fields, name: string): Record<string, unknown> | null {
  const value = jsonIn(fields, name)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
}

/** A flag; null if the field is empty. */
function choiceIn(fields: Fields, ...names: string[]): boolean | null {
  return stringIn(fields, ...names) === '' ? null : flagIn(fields, ...names)
}

/** A whole number above 0; null if there is none. */
function numberIn(fields: Fields, ...names: string[]): number | null {
  return countIn(fields, ...names) || null
}

/** A string; null if there is none. */
function textIn(fields: Fields, ...names: string[]): string | null {
  return withoutApostrophe(stringIn(fields, ...names)) || null
}

function addressOf(fields: Fields) {
  const address = addressIn(stringIn(fields, ...addresses))
  const code = stringIn(fields, ...codes).replace(/^\/+/, '')
  if (code === '') return address
  const host = stringIn(fields, 'domain', 'host', 'hostname').toLowerCase() || address?.host
  return { host: host ?? null, code }
}
