// The two files by which phones let apps open the links of a domain: what Apple and Google say must be in them.
import { z } from 'zod'
import type { Fault } from '../faults.ts'

/** What is expected at a place in one of the files. */
export type AppFilePart = 'form' | 'service' | 'app' | 'relation' | 'package' | 'fingerprint' | 'site'

/** The most characters of a file: Apple reads no more than 128 KB. */
export const longestAppFile = 128 * 1024

// Marks a message that says which part is wrong.
const prefix = 'part:'

// https://developer.apple.com/documentation/xcode/supporting-associated-domains: an application identifier prefix, which has
// ten letters and digits, and a bundle identifier.
const App = z.string().regex(/^[A-Z0-9]{10}\.[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/, part('app'))
const Pattern = z.string()
const Apps = z.object({ apps: z.array(App) })

// https://developer.apple.com/documentation/bundleresources/applinks
const LinkComponent = z.object({
  '/': Pattern.optional(),
  '?': z.union([Pattern, z.record(z.string(), Pattern)]).optional(),
  '#': Pattern.optional(),
  exclude: z.boolean().optional(),
  comment: z.string().optional(),
  caseSensitive: z.boolean().optional(),
  percentEncoded: z.boolean().optional(),
})

const AppLinks = z.object({
  // Only iOS 12 and earlier read it, and expect it to be empty.
  apps: z.array(App).max(0).optional(),
  details: z
    .array(
      z
        .object({
          appIDs: z.array(App).min(1).optional(),
          appID: App.optional(),
          components: z.array(LinkComponent).optional(),
          paths: z.array(Pattern).optional(),
        })
        .refine(({ appID, appIDs }) => appID !== undefined || appIDs !== undefined, part('app')),
    )
    .optional(),
  substitutionVariables: z.record(z.string(), z.array(z.string())).optional(),
})

const AppleAppSiteAssociation = z
  .object({
    applinks: AppLinks.optional(),
    webcredentials: Apps.optional(),
    appclips: Apps.optional(),
    activitycontinuation: Apps.optional(),
  })
  .refine((services) => Object.values(services).some((service) => service !== undefined), part('service'))

// https://developers.google.com/digital-asset-links/v1/statements, and for the form of relations and names
// https://github.com/google/digitalassetlinks/blob/master/well-known/details.md
const Site = z.string().regex(/^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?\/?$/i, part('site'))
const Target = z.discriminatedUnion('namespace', [
  z.object({ namespace: z.literal('web'), site: Site }),
  z.object({
    namespace: z.literal('android_app'),
    package_name: z.string().regex(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/, part('package')),
    sha256_cert_fingerprints: z
      .array(z.string().regex(/^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/, part('fingerprint')))
      .min(1),
  }),
])
const Statement = z.union([
  z.object({ include: z.string().regex(/^https?:\/\//i, part('site')) }),
  z.object({
    relation: z.array(z.string().regex(/^[a-z0-9_.]+\/[a-z0-9_.]+$/, part('relation'))).min(1),
    target: Target,
  }),
])
const AssetLinks = z.array(Statement)

const schemas = { apple_app_site_association: AppleAppSiteAssociation, assetlinks: AssetLinks }

/** What is wrong with a file that opens apps, if anything: it isn't JSON, or a part of it isn't what phones expect. */
export function appFileFault(file: keyof typeof schemas, content: string): Fault | null {
  if (content.length > longestAppFile || new TextEncoder().encode(content).byteLength > longestAppFile)
    return { code: 'too_long', params: { most: longestAppFile, unit: 'character' } }
  const value = parsed(content)
  if (value === undefined) return { code: 'not_json' }
  const { error } = schemas[file].safeParse(value)
  if (!error) return null
  const { path, message } = innermost(error.issues)
  return { code: 'app_file', params: { at: path.slice(0, 8).join('.').slice(0, 100), part: partIn(message) } }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

type Issue = { path: PropertyKey[]; message: string }

/** The first issue; of alternatives that don't fit, the one that got furthest. */
function innermost(issues: readonly z.core.$ZodIssue[]): Issue {
  const [issue] = issues
  if (!issue) return { path: [], message: '' }
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const found = issue.errors
    .map(innermost)
    .reduce((best, one) => (one.path.length > best.path.length ? one : best))
  return { path: [...issue.path, ...found.path], message: found.message }
}

function part(name: AppFilePart): string {
  return prefix + name
}

function partIn(message: string): AppFilePart {
  return message.startsWith(prefix) ? (message.slice(prefix.length) as AppFilePart) : 'form'
}
