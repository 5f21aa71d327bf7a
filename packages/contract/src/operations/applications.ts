// OAuth applications of an account: what a developer registers, edits and deletes in the dashboard.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { allScopes } from '../scopes.ts'
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
const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/

/**
 * Why an address can't be registered as a redirect address, or null if it can: `https:`, `http:` on this machine
 * only (RFC 9700, section 2.6; RFC 8252, section 7.3), or an app's own scheme (RFC 8252, section 7.1); without a fragment
 * (RFC 6749, section 3.1.2), and written as it will be compared, character by character.
 */
export function redirectUriFault(value: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(value)) return 'must be printable ASCII without spaces'
  if (value.includes('#')) return 'must not have a fragment (#)'
  if (value.includes('*')) return 'must be written out in full: there are no wildcards'
  const url = URL.parse(value)
  if (!url || !/^[a-z][a-z0-9+.-]*:/i.test(value)) return 'must be an absolute address'
  if (refusedSchemes.has(url.protocol) || refusedFamilies.test(url.protocol))
    return `must not begin with ${url.protocol}`
  if (url.username || url.password || /^[a-z+.-]+:\/\/[^/?]*@/i.test(value))
    return 'must not contain a user name or password'
  if (/^https?:$/.test(url.protocol) && !/^https?:\/\/[^/\\?]/i.test(value)) return 'must have a host'
  if (isHostTooLong(url.hostname)) return hostTooLong
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    return 'must begin with https://, for http:// is only for localhost, 127.0.0.1 and [::1]'
  return null
}

const RedirectUri = text(2048).refine((value) => redirectUriFault(value) === null, {
  error: (issue) => redirectUriFault(String(issue.input)) ?? 'must be a redirect address',
})

const Homepage = text(2048).refine(
  (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  'must be an http: or https: address',
)

export const Application = z
  .object({
    client_id: z.string(),
    name: z.string(),
    type: z.enum(['confidential', 'public']),
    homepage: z.string().nullable(),
    redirect_uris: z.array(z.string()),
    scopes: z.array(z.enum(allScopes)).meta({ description: 'What it may ask for' }),
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
const readableFault = 'must have a letter or a digit'

/** Why a string can't be an application's name, or null if it can. */
export function appNameFault(name: string): string | null {
  return nameFault(name) ?? (readable.test(name) ? null : readableFault)
}

const fields = {
  name: Name.refine((name) => readable.test(name), readableFault),
  homepage: Homepage.nullable(),
  redirect_uris: z.array(RedirectUri).min(1).max(20),
  scopes: z.array(z.enum(allScopes)).min(1).max(allScopes.length),
}
const path = z.object({ clientId: text(2048) })
const tag = 'Applications'
const audience = 'dashboard'

export const list = operation({
  id: 'listApplications',
  method: 'GET',
  path: '/apps',
  tag,
  audience,
  answer: envelope(z.array(Application)),
  summary: 'List your OAuth applications',
})

export const create = operation({
  id: 'createApplication',
  method: 'POST',
  path: '/apps',
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
  summary: 'Register an OAuth application; its secret is shown this once',
})

export const get = operation({
  id: 'getApplication',
  method: 'GET',
  path: '/apps/{clientId}',
  tag,
  audience,
  params: path,
  answer: envelope(Application),
  summary: 'Read one of your OAuth applications',
})

export const update = operation({
  id: 'updateApplication',
  method: 'PUT',
  path: '/apps/{clientId}',
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

export const remove = operation({
  id: 'deleteApplication',
  method: 'DELETE',
  path: '/apps/{clientId}',
  tag,
  audience,
  params: path,
  answer: envelope(z.object({ client_id: z.string(), deleted: z.literal(true) })),
  summary: 'Delete an OAuth application, and with it all of its tokens',
})

export const rotateSecret = operation({
  id: 'rotateApplicationSecret',
  method: 'POST',
  path: '/apps/{clientId}/secret',
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
        description: 'Seconds for which the secrets before stay valid, to change over without a break',
      }),
  }),
  answer: envelope(Application.extend({ client_secret: z.string() })),
  reauthentication: true,
  summary: 'Give an OAuth application a new secret, shown this once',
})
