// Redirect rules: where a link leads which visitors, as people write them and as the API shows them.
import { z } from 'zod'
import { faultMessage } from './faults.ts'
import {
  countryCodes,
  deviceKinds,
  longestRules,
  mostConditionValues,
  mostDestinations,
  mostRules,
  mostWeight,
  operatingSystems,
  weekdays,
} from './rule-values.ts'
import { hasNo } from './validation.ts'
import { LongUrl, Name, TimeZone, text, UnixTime, upTo } from './values.ts'

function oneOrMore<Value extends z.ZodType>(value: Value) {
  return z.array(value).min(1).max(mostConditionValues)
}

const Browser = text(48)
  .trim()
  .toLowerCase()
  .min(1)
  .meta({ examples: ['firefox'] })

const Country = text(2)
  .trim()
  .toUpperCase()
  .refine((code) => countryCodes.has(code), faultMessage({ code: 'unknown_country' }))
  .meta({ examples: ['DE'] })

/** A language range (RFC 4647, section 2.1), such as `de` or `pt-BR`. */
const Language = text(35)
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,4}$/, faultMessage({ code: 'not_language' }))
  .meta({ examples: ['de'] })

const RefererHost = text(253)
  .trim()
  .toLowerCase()
  // As the headers of browsers have it: in ASCII, without a final dot.
  .overwrite((host) => (/[\s/:@?#]/.test(host) ? host : hostnameIn(host)))
  .regex(/^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,9}$/, faultMessage({ code: 'not_host' }))
  .meta({ examples: ['t.co'] })

function hostnameIn(host: string): string {
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '') ?? host
}

const ParameterName = text(100).min(1)
const ParameterValue = text(500)
const Parameters = z
  .record(ParameterName, z.union([ParameterValue, oneOrMore(ParameterValue), z.literal(true)]))
  .refine((all) => Object.keys(all).length > 0, {
    ...upTo,
    ...{ message: faultMessage({ code: 'too_short', params: { least: 1, unit: 'entry' } }) },
  })
  .refine((all) => Object.keys(all).length <= 10, {
    ...upTo,
    ...{ message: faultMessage({ code: 'too_long', params: { most: 10, unit: 'entry' } }) },
  })

const TimeOfDay = z
  .string()
  .max(5, upTo)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, faultMessage({ code: 'not_time_of_day' }))
  .meta({ examples: ['18:00'] })

const Hours = z
  .array(TimeOfDay)
  .length(2)
  .check(hasNo(([from, to]) => (from === to ? { code: 'hours_equal' } : null)))

/** The conditions of a rule: all of them hold together; the values of each are alternatives. */
export const Conditions = z
  // A misspelt condition must not make a rule hold for everybody.
  .strictObject({
    os: oneOrMore(z.enum(operatingSystems)).optional().meta({ description: 'Operating systems' }),
    device: oneOrMore(z.enum(deviceKinds))
      .optional()
      .meta({ description: 'Kinds of device, as in statistics' }),
    browser: oneOrMore(Browser)
      .optional()
      .meta({ description: 'Names as in statistics, in any case', examples: [['firefox']] }),
    country: oneOrMore(Country)
      .optional()
      .meta({ description: 'ISO 3166-1 codes', examples: [['DE']] }),
    language: oneOrMore(Language)
      .optional()
      .meta({
        description: "The visitor's preferred language, or how it begins: `pt` also means `pt-BR`",
        examples: [['de']],
      }),
    referer: oneOrMore(RefererHost)
      .optional()
      .meta({
        description:
          'Hosts of the page that the visitor comes from, or above them: `example.com` also means `www.example.com`',
        examples: [['t.co']],
      }),
    query: Parameters.optional().meta({
      description:
        'Parameters of the address by name: the value, or a list of values, or `true` for any value. All of the names must be there.',
      examples: [{ ref: 'news' }],
    }),
    scan: z.boolean().optional().meta({ description: 'Whether the visitor scanned a QR code' }),
    from: UnixTime.optional().meta({ description: 'From this time on, Unix seconds' }),
    until: UnixTime.optional().meta({ description: 'Before this time, Unix seconds' }),
    days: oneOrMore(z.enum(weekdays))
      .optional()
      .meta({ examples: [['sat', 'sun']] }),
    hours: Hours.optional().meta({
      description: 'From the first time of day until before the second, which may be on the next day',
      examples: [['18:00', '23:30']],
    }),
    time_zone: TimeZone.optional().meta({ description: 'For `days` and `hours`; UTC if omitted' }),
  })
  .check(
    hasNo(({ from, until }) =>
      from !== undefined && until !== undefined && from >= until ? { code: 'until_before_from' } : null,
    ),
  )
export type Conditions = z.output<typeof Conditions>
export type ConditionName = keyof Conditions

const RuleName = Name.meta({ description: 'For its owner', examples: ['Android in Germany'] })
const Weight = z.int().min(1).max(mostWeight)

/** A rule as it is given: ids of rules and destinations that exist already keep them, with their statistics. */
const GivenRule = z.object({
  id: text(20)
    .nullish()
    .meta({ description: 'The id of an existing rule of this link, to keep its statistics' }),
  name: RuleName.nullish(),
  when: Conditions.default({}).meta({ description: 'If it is empty, the rule always holds' }),
  to: z
    .array(
      z.object({
        id: text(20).nullish().meta({ description: 'The id of an existing destination of this link' }),
        long_url: LongUrl,
        weight: Weight.default(1).meta({ description: 'Its share of the visitors, relative to the others' }),
      }),
    )
    .min(1)
    .max(mostDestinations)
    .meta({ description: 'Where it leads; several destinations share the visitors by weight' }),
})

export const GivenRules = z
  .array(GivenRule)
  .max(mostRules)
  .check(
    hasNo((rules) =>
      lengthOf(rules) > longestRules ? { code: 'rules_too_long', params: { most: longestRules } } : null,
    ),
  )
export type GivenRules = z.output<typeof GivenRules>

/** Without ids, so that rules which were accepted once can be sent back with theirs. */
function lengthOf(rules: z.output<typeof GivenRule>[]): number {
  const own = rules.map(({ name, when, to }) => [
    name ?? '',
    when,
    to.map(({ long_url, weight }) => [long_url, weight]),
  ])
  return JSON.stringify(own).length
}

/** A rule as the API shows it. */
export const Rule = z
  .object({
    id: z.string().meta({ examples: ['rul_1'] }),
    name: z.string().nullable(),
    when: Conditions,
    to: z.array(
      z.object({ id: z.string().meta({ examples: ['dst_1'] }), long_url: z.string(), weight: z.int() }),
    ),
  })
  .meta({ id: 'Rule', description: 'The first rule that holds decides where a visitor goes' })
export type Rule = z.output<typeof Rule>
