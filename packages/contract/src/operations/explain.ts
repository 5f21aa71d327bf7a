// What a link would do with a visitor: the redirect's own checks, which change and count nothing here.
import { z } from 'zod'
import { faultMessage } from '../faults.ts'
import { envelope, operation } from '../operation.ts'
import { countryCodes } from '../rule-values.ts'
import { text, UnixTime } from '../values.ts'
import { linkPath, linkQuery } from './links.ts'

/** The checks of a visit, in the order in which the redirect makes them. */
export const explainChecks = [
  'blocked',
  'archived',
  'ended',
  'card',
  'rules',
  'password',
  'adult',
  'caution',
  'claim',
  'broken',
  'forwarding',
] as const

const RuleOutcome = z.object({
  id: z.string(),
  name: z.string().nullable(),
  holds: z.boolean(),
  failed: z
    .string()
    .nullable()
    .meta({ description: 'The first condition that did not match', examples: ['country'] }),
})

export const NotCounted = z.enum(['not_redirected', 'ended', 'broken', 'bot'])

export const Explanation = z
  .object({
    at: UnixTime.meta({ description: 'The time of the visit' }),
    checks: z.array(
      z.object({
        check: z.enum(explainChecks),
        outcome: z.enum(['passed', 'stopped', 'asked']).meta({
          description:
            '`stopped` ends the visit; `asked` means that the visitor has to answer first, and then continues',
        }),
        message: z.string().meta({ description: 'The result, in a sentence' }),
      }),
    ),
    rules: z.array(RuleOutcome).meta({ description: 'The rules in order, up to the one that decides' }),
    rule: z
      .string()
      .nullable()
      .meta({ description: 'The id of the rule that decides', examples: ['rul_1'] }),
    destination: z
      .string()
      .nullable()
      .meta({
        description: 'Where the visitor goes; null if nowhere, or if the rule splits visitors',
        examples: ['https://example.com/android'],
      }),
    split: z
      .array(
        z.object({
          id: z.string(),
          location: z.string().meta({ description: 'Where its visitors go' }),
          share: z.number().meta({ description: 'Its intended share of the visitors, from 0 to 1' }),
        }),
      )
      .nullable()
      .meta({ description: 'The destinations that visitors are split between; null if there is only one' }),
    counted: z.boolean().meta({ description: 'Whether the visit would count among the clicks of people' }),
    not_counted: NotCounted.nullable().meta({ description: 'Why it would not' }),
  })
  .meta({ id: 'Explanation' })
export type Explanation = z.output<typeof Explanation>

const explain = operation({
  id: 'explainLink',
  method: 'POST',
  path: '/links/{short}/explain',
  role: 'viewer',
  tag: 'Links',
  scope: 'links:read',
  params: linkPath,
  query: linkQuery,
  body: z.object({
    user_agent: text(512)
      .nullish()
      .meta({ examples: ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'] }),
    country: text(2)
      .trim()
      .toUpperCase()
      .refine((code) => countryCodes.has(code), faultMessage({ code: 'unknown_country' }))
      .nullish()
      .meta({ description: 'ISO 3166-1 code; unknown if omitted', examples: ['DE'] }),
    language: text(200)
      .nullish()
      .meta({ description: 'As in the header Accept-Language', examples: ['de-DE, en;q=0.8'] }),
    referer: text(2000)
      .nullish()
      .meta({ description: 'As in the header Referer', examples: ['https://t.co/'] }),
    query: text(8192)
      .nullish()
      .meta({ description: 'As in a URL, without the question mark', examples: ['ref=news'] }),
    at: UnixTime.nullish().meta({ description: 'When the visit happens, Unix seconds; now if omitted' }),
    scan: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether the visitor scans a QR code', examples: [false] }),
  }),
  answer: envelope(Explanation),
  summary: 'Explain what a visitor would get',
  description:
    'Runs the checks of the redirect for a visitor whom you describe. It changes nothing and counts nothing.',
  tool: {
    name: 'explain_link',
    title: 'Explain what a visitor would get',
    description:
      'Says what one link would do with a visitor you describe: each check of the redirect in order, the rule that decides, and the destination. Use it to find out why somebody ended up where they did, or to test rules. It changes and counts nothing.',
    example: { short: 'spring-sale', country: 'DE', user_agent: 'iPhone' },
    hints: { readOnly: true, idempotent: true },
    only: 'all',
  },
})

/** In the order of the reference. */
export const operations = { explain }
