// OAuth applications of an account: what a developer registers, edits and deletes in the dashboard.
import { z } from 'zod'
import { type Fault, faultMessage } from '../faults.ts'
import { envelope, operation } from '../operation.ts'
import { allScopes } from '../scopes.ts'
import { hasNo } from '../validation.ts'
import { hostTooLong, isHostTooLong, Name, nameFault, text, UnixTime } from '../values.ts'

// Schemes that a browser runs, reads or hands to a program that can't answer, so a code must never be sent there.
const refusedSchemes = new Set(
  `about: afp: blob: data: feed: file: filesystem: ftp: gopher: hcp: help: imap: intent: irc: jar: javascript: ldap:
  ldaps: mailto: mms: moz-extension: news: nfs: nntp: pop: rdp: res: resource: rlogin: rtsp: search: search-ms: sftp:
  shell: sip: sips: smb: sms: ssh: steam: tel: telnet: tftp: vbscript: view-source: vnc: ws: wss:`.split(
    /\s+/,
  ),
)
// Prefixes of such schemes: of Windows, and of browsers.
const refusedFamilies = /^(ms|ms-[\w-]*|chrome[\w-]*|edge|opera|brave|microsoft-edge[\w-]*|itms[\w-]*):$/
const longestAddress = 2048
const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/

/**
 * Why an address can't be registered as a redirect URI, or null if it can: `https:`, `http:` on this machine
 * only (RFC 9700, section 2.6; RFC 8252, section 7.3), or an app's own scheme (RFC 8252, section 7.1); without a fragment
 * (RFC 6749, section 3.1.2), and written as it will be compared, character by character.
 */
export function redirectUriFault(value: string): Fault | null {
  if (value.length > longestAddress)
    return { code: 'too_long', params: { most: longestAddress, unit: 'character' } }
  if (!/^[\x21-\x7e]+$/.test(value)) return { code: 'not_ascii' }
  if (value.includes('#')) return { code: 'has_fragment' }
  if (value.includes('*')) return { code: 'has_wildcard' }
  const url = URL.parse(value)
  if (!url || !/^[a-z][a-z0-9+.-]*:/i.test(value)) return { code: 'not_absolute' }
  if (refusedSchemes.has(url.protocol) || refusedFamilies.test(url.protocol))
    return { code: 'refused_scheme', params: { scheme: url.protocol } }
  if (url.username || url.password || /^[a-z+.-]+:\/\/[^/?]*@/i.test(value))
    return { code: 'address_credentials' }
  if (/^https?:$/.test(url.protocol) && !/^https?:\/\/[^/\\?]/i.test(value)) return { code: 'no_host' }
  if (isHostTooLong(url.hostname)) return hostTooLong
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) return { code: 'needs_https' }
  return null
}

const RedirectUri = text(longestAddress).check(hasNo(redirectUriFault))

const Homepage = text(longestAddress).refine(
  (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  faultMessage({ code: 'not_http' }),
)

export const Application = z
  .object({
    client_id: z.string(),
    name: z.string(),
    type: z.enum(['confidential', 'public']),
    homepage: z.string().nullable(),
    redirect_uris: z.array(z.string()),
    scopes: z.array(z.enum(allScopes)).meta({ description: 'The scopes that it may request' }),
    secrets: z.array(
      z.object({
        hint: z.string().meta({ description: 'The last four characters' }),
        created_at: UnixTime,
        expires_at: UnixTime.nullable(),
      }),
    ),
    created_at: UnixTime,
    updated_at: UnixTime,
  })
  .meta({ id: 'Application' })
export type Application = z.output<typeof Application>

// People decide by an application's name, so it must be readable.
const readable = /(?![\u115f\u1160\u3164\uffa0])[\p{L}\p{N}]/u

/** What is wrong with an application's name, if anything. */
export function appNameFault(name: string): Fault | null {
  return nameFault(name) ?? (readable.test(name) ? null : { code: 'no_letter_or_digit' })
}

const fields = {
  name: Name.check(hasNo(appNameFault)),
  homepage: Homepage.nullable(),
  redirect_uris: z.array(RedirectUri).min(1).max(20),
  scopes: z.array(z.enum(allScopes)).min(1).max(allScopes.length),
}
const path = z.object({ clientId: text(2048) })
const tag = 'Applications'
const audience = 'dashboard'

const list = operation({
  id: 'listApplications',
  method: 'GET',
  path: '/apps',
  role: 'admin',
  tag,
  audience,
  answer: envelope(z.array(Application)),
  summary: 'List your OAuth applications',
})

const create = operation({
  id: 'createApplication',
  method: 'POST',
  path: '/apps',
  role: 'admin',
  tag,
  audience,
  body: z.object({
    name: fields.name,
    type: z.enum(['confidential', 'public']).default('confidential'),
    homepage: fields.homepage.optional(),
    redirect_uris: fields.redirect_uris,
    scopes: fields.scopes.default(allScopes),
  }),
  answer: envelope(Application.extend({ client_secret: z.string().nullable() })),
  errors: ['plan_limit'],
  reauthentication: true,
  summary: 'Register an OAuth application; its secret is shown only once',
})

const get = operation({
  id: 'getApplication',
  method: 'GET',
  path: '/apps/{clientId}',
  role: 'admin',
  tag,
  audience,
  params: path,
  answer: envelope(Application),
  summary: 'Read one of your OAuth applications',
})

const update = operation({
  id: 'updateApplication',
  method: 'PUT',
  path: '/apps/{clientId}',
  role: 'admin',
  tag,
  audience,
  params: path,
  body: z.object({
    name: fields.name.optional(),
    homepage: fields.homepage.optional(),
    redirect_uris: fields.redirect_uris.optional(),
    scopes: fields.scopes.optional(),
  }),
  answer: envelope(Application),
  reauthentication: true,
  summary: 'Change an OAuth application',
})

const remove = operation({
  id: 'deleteApplication',
  method: 'DELETE',
  path: '/apps/{clientId}',
  role: 'admin',
  tag,
  audience,
  params: path,
  answer: envelope(z.object({ client_id: z.string(), deleted: z.literal(true) })),
  summary: 'Delete an OAuth application and all its tokens',
})

const rotateSecret = operation({
  id: 'rotateApplicationSecret',
  method: 'POST',
  path: '/apps/{clientId}/secret',
  role: 'admin',
  tag,
  audience,
  params: path,
  body: z.object({
    keep_old_for: z
      .int()
      .min(0)
      .max(30 * 86_400)
      .default(0)
      .meta({
        description: 'How many seconds the previous secrets stay valid, to switch without an interruption',
      }),
  }),
  answer: envelope(Application.extend({ client_secret: z.string() })),
  reauthentication: true,
  summary: 'Create a new secret for an OAuth application; it is shown only once',
})

/** In the order of the reference. */
export const operations = {
  list,
  create,
  get,
  update,
  remove,
  rotateSecret,
}
