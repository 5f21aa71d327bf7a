// What the owner of a custom domain sets for it; administrators set the same for the default domain.
import { z } from 'zod'
import { appFileFault } from '../domains/app-files.ts'
import { faultMessage } from '../faults.ts'
import { envelope, operation } from '../operation.ts'
import { hasNo } from '../validation.ts'
import { Identifier, Name, text, webAddress } from '../values.ts'

// All domains' settings stay in memory on every node, so their addresses are shorter than those of links can be.
const longestAddress = 2048
const longestRobots = 16 * 1024

export const DomainSettings = z
  .object({
    id: z.string().meta({ description: 'The id of the domain, or "default"' }),
    domain: z.string(),
    root_url: z.string().nullable(),
    root_microsite: z.string().nullable().meta({ description: 'The slug of the microsite at the root' }),
    not_found_url: z.string().nullable(),
    ended_url: z.string().nullable(),
    forward_query: z.boolean(),
    forward_path: z.boolean(),
    case_insensitive: z.boolean(),
    robots: z.string().nullable(),
    apple_app_site_association: z.string().nullable(),
    assetlinks: z.string().nullable(),
    brand_name: z.string().nullable(),
    brand_color: z.string().nullable(),
    brand_logo: z.string().nullable(),
  })
  .meta({ id: 'DomainSettings' })
export type DomainSettings = z.output<typeof DomainSettings>

const Address = webAddress(longestAddress).nullish()
const path = z.object({
  id: Identifier.meta({ description: 'The id of a custom domain, or "default" (administrators only)' }),
})

const get = operation({
  id: 'getDomainSettings',
  method: 'GET',
  path: '/domains/{id}/settings',
  role: 'viewer',
  tag: 'Domains',
  audience: 'dashboard',
  params: path,
  answer: envelope(DomainSettings),
  summary: 'Read the settings of a domain',
})

const update = operation({
  id: 'updateDomainSettings',
  method: 'PUT',
  path: '/domains/{id}/settings',
  role: 'admin',
  tag: 'Domains',
  audience: 'dashboard',
  params: path,
  body: z.object({
    root_url: Address.meta({ description: 'Where the root of the domain redirects (302)' }),
    root_microsite: text(100)
      .nullish()
      .meta({ description: 'The slug or id of a microsite of the domain, shown at its root instead' }),
    not_found_url: Address.meta({ description: 'Where unknown codes redirect (302)' }),
    ended_url: Address.meta({ description: 'Where visitors go if a link has not started or has ended' }),
    forward_query: z.boolean().optional().meta({ description: "Forward the visitor's query parameters" }),
    forward_path: z.boolean().optional().meta({ description: 'Forward the path after the short code' }),
    case_insensitive: z
      .boolean()
      .optional()
      .meta({ description: 'Codes become lower case, and visitors can type them in upper or lower case' }),
    robots: text(longestRobots).nullish().meta({ description: 'The text of robots.txt' }),
    apple_app_site_association: z
      .string()
      .check(hasNo((content) => appFileFault('apple_app_site_association', content)))
      .nullish()
      .meta({ description: 'The JSON of /.well-known/apple-app-site-association' }),
    assetlinks: z
      .string()
      .check(hasNo((content) => appFileFault('assetlinks', content)))
      .nullish()
      .meta({ description: 'The JSON of /.well-known/assetlinks.json' }),
    brand_name: Name.nullish().meta({ description: 'The name on its pages for visitors' }),
    brand_color: z
      .string()
      .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, faultMessage({ code: 'not_brand_colour' }))
      .nullish()
      .meta({ description: 'The colour of buttons and links on them', examples: ['#b32c43'] }),
    brand_logo: text(200).nullish().meta({ description: 'The path of an uploaded image' }),
  }),
  answer: envelope(DomainSettings),
  summary: 'Change the settings of a domain; omitted fields are unchanged, null clears',
})

/** In the order of the reference. */
export const operations = { get, update }
