// Parses the values of settings. An invalid one is refused with a line that says how it should be.
import { Resolver } from 'node:dns'
import { ConfigError } from '../platform/config-error.ts'
import { type BucketAddress, bucketOf } from '../platform/files/bucket-address.ts'
import { parseRanges } from '../platform/net/client-address.ts'
import type { Read, SettingName } from './settings.ts'

export function originOf(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  )
    throw new ConfigError(
      `${name} must be an origin such as https://example.com, without a path; it is "${value}"`,
    )
  return url.origin
}

/** An origin as browsers send it; those of extensions aren't HTTP origins. */
export function pageOrigin(value: string): string {
  if (/^https?:/i.test(value)) return originOf('MCP_ALLOWED_ORIGINS', value)
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/.test(value)) return value
  throw new ConfigError(
    `MCP_ALLOWED_ORIGINS must list origins such as https://example.com, without a path; one is "${value}"`,
  )
}

/** An invalid one isn't shown, because it contains a password. */
export function postgresUrl(name: SettingName, read: Read, otherwise: string): string | null {
  const value = read(name)
  if (value === null || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))) return value
  throw new ConfigError(`${name} must be an address that begins with postgres://; ${otherwise}`)
}

export function smtpUrl(value: string | null): string | null {
  if (value === null || (/^smtps?:\/\/./.test(value) && URL.canParse(value))) return value
  // Not shown, because it contains a password.
  throw new ConfigError('SMTP_URL must be an address such as smtp://user:password@mail.example.com:587')
}

export function bucket(value: string | null): BucketAddress | null {
  const address = value === null ? null : bucketOf(value)
  if (value === null || address) return address
  // Not shown, because it contains a secret.
  throw new ConfigError(
    'ASSETS_URL must be an address such as s3://KEY:SECRET@s3.example.com/bucket?region=eu-central-1, its key and secret percent-encoded',
  )
}

export function header(entry: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^([\w-]+)=(.*)$/.exec(entry) ?? []
  try {
    if (name) return [name, decodeURIComponent(value)]
  } catch {
    // Refused below.
  }
  throw new ConfigError(
    'OTEL_EXPORTER_OTLP_HEADERS must list headers such as authorization=Bearer%20token, separated by commas',
  )
}

export function secretKey(value: string | null): string | null {
  if (value === null || value.length >= 32) return value
  throw new ConfigError('SECRET_KEY must have 32 characters or more; `openssl rand -hex 32` makes a good one')
}

// Each is tried for every secret that the current key doesn't open.
const mostFallbacks = 10

/** Invalid ones aren't shown. */
export function secretKeyFallbacks(value: string | null): string[] {
  const keys = (value ?? '')
    .split(/[,\n]/)
    .map((key) => key.trim())
    .filter(Boolean)
  if (keys.length <= mostFallbacks && keys.every((key) => key.length >= 32)) return keys
  throw new ConfigError(
    `SECRET_KEY_FALLBACKS must list up to ${mostFallbacks} keys of 32 characters or more, separated by commas or line breaks`,
  )
}

/** A URI as security.txt has it (RFC 9116, section 2.5.3); an e-mail address alone will do. */
export function securityContact(value: string): string {
  const uri = /^[^\s@:/]+@[^\s@:/]+$/.test(value) ? `mailto:${value}` : value
  if (/^(mailto:[^\s@]+@[^\s@]+|tel:\+?[\d.()-]+|https:\/\/[^\s]+)$/i.test(uri) && URL.canParse(uri))
    return uri
  throw new ConfigError(
    `SECURITY_CONTACT must list e-mail addresses, https: URLs or tel: numbers, separated by commas; one is "${value}"`,
  )
}

export function integer(name: string, value: string | null, least: number, most: number): number {
  const number = Number(value)
  if (!/^\d+$/.test(value ?? '') || number < least || number > most)
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}; it is "${value}"`)
  return number
}

export function oneOf<const Values extends readonly string[]>(
  name: string,
  value: string | null,
  values: Values,
): Values[number] {
  if (!values.includes(value ?? ''))
    throw new ConfigError(`${name} must be one of ${values.join(', ')}; it is "${value}"`)
  return value as Values[number]
}

export function list(value: string | null): string[] {
  return (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

export function domain(value: string): string {
  const address = `http://${value}/`
  const host = URL.canParse(address) ? new URL(address).host : ''
  if (host.includes('.') && !/[/?#@]/.test(value)) return host
  throw new ConfigError(`PROTECTED_DOMAINS must list domains such as example.com; one is "${value}"`)
}

/** A host without its port, as requests name it. */
export function otherHost(value: string): string {
  const address = `http://${value}/`
  const url = URL.canParse(address) ? new URL(address) : null
  if (url && url.pathname === '/' && !/[/?#@\\]|:\d*$/.test(value)) return url.hostname.replace(/\.$/, '')
  throw new ConfigError(
    `OTHER_HOSTS must list hosts such as www.example.com, without a scheme or a port, separated by commas; one is "${value}"`,
  )
}

export function proxies(entries: string[]): ReturnType<typeof parseRanges> {
  try {
    return parseRanges(entries)
  } catch {
    throw new ConfigError(
      `TRUST_PROXY must list addresses or ranges such as 10.0.0.0/8; it is "${entries.join(',')}"`,
    )
  }
}

export function nameServers(entries: string[]): string[] {
  try {
    new Resolver().setServers(entries)
    return entries
  } catch {
    throw new ConfigError(
      `DNS_SERVERS must list addresses such as 9.9.9.9 or 9.9.9.9:53; it is "${entries.join(',')}"`,
    )
  }
}
