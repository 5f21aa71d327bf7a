// Parses the values of settings. An invalid one is refused with a line that says which values are valid.
import { Resolver } from 'node:dns'
import { resolve } from 'node:path'
import { ConfigError } from '../platform/config-error.ts'
import { type BucketAddress, bucketOf } from '../platform/files/bucket-address.ts'
import { parseRanges } from '../platform/net/client-address.ts'
import {
  type AllowRule,
  allowRuleOf,
  type GroupPlace,
  groupPlaceOf,
  groupRoles,
  isIssuer,
} from '../platform/security/identity-provider.ts'

/** Parses the value of the setting called `name`, or throws a ConfigError. */
export type Parser<Value> = (value: string, name: string) => Value

export const text: Parser<string> = (value) => value

/** An absolute path. */
export const path: Parser<string> = (value) => resolve(value)

/** A whole number between two others, both included. */
export function integer(least: number, most: number): Parser<number> {
  return (value, name) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most)
      throw new ConfigError(`${name} must be a whole number from ${least} to ${most}; it is "${value}"`)
    return number
  }
}

export const ratio: Parser<number> = (value, name) => {
  const number = Number(value)
  if (!(number >= 0 && number <= 1)) throw new ConfigError(`${name} must be a number from 0 to 1`)
  return number
}

export function oneOf<const Values extends readonly string[]>(...values: Values): Parser<Values[number]> {
  return (value, name) => {
    if (!values.includes(value))
      throw new ConfigError(`${name} must be one of ${values.join(', ')}; it is "${value}"`)
    return value
  }
}

export const boolean: Parser<boolean> = (value, name) => oneOf('true', 'false')(value, name) === 'true'

/** Values separated by commas. */
export function list<Value>(parse: Parser<Value>): Parser<Value[]> {
  return (value, name) => entriesOf(value, ',').map((entry) => parse(entry, name))
}

function entriesOf(value: string, separator: string | RegExp): string[] {
  return value
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** One particular word, or what `parse` accepts. */
export function orWord<const Word extends string, Value>(
  word: Word,
  parse: Parser<Value>,
): Parser<Word | Value> {
  return (value, name) => (value === word ? word : parse(value, name))
}

export const origin: Parser<string> = (value, name) => {
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

/** Kept as it is written, because issuers are compared character by character. */
export const issuer: Parser<string> = (value, name) => {
  if (isIssuer(value)) return value
  throw new ConfigError(
    `${name} must be an issuer's https: URL, such as https://login.example.org/realms/staff, without /.well-known; it is "${value}"`,
  )
}

export const allowRule: Parser<AllowRule> = (value, name) => {
  const rule = allowRuleOf(value)
  if (rule) return rule
  throw new ConfigError(
    `${name} must list domains such as example.org and groups such as group:staff, separated by commas; one is "${value}"`,
  )
}

export const groupPlace: Parser<GroupPlace> = (value, name) => {
  const place = groupPlaceOf(value)
  if (place) return place
  throw new ConfigError(
    `${name} must list entries such as staff=wsp_…:editor, separated by commas, with one of the roles ${groupRoles.join(', ')}; one is "${value}"`,
  )
}

/** An origin as browsers send it; those of extensions aren't HTTP origins. */
export const pageOrigin: Parser<string> = (value, name) => {
  if (/^https?:/i.test(value)) return origin(value, name)
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/.test(value)) return value
  throw new ConfigError(
    `${name} must list origins such as https://example.com, without a path; one is "${value}"`,
  )
}

/** An invalid one isn't shown, because it contains a password; `otherwise` says what else to do. */
export function postgresUrl(otherwise: string): Parser<string> {
  return (value, name) => {
    if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value
    throw new ConfigError(`${name} must be a URL that begins with postgres://; ${otherwise}`)
  }
}

/** An invalid one isn't shown, because it contains a password. */
export const smtpAddress: Parser<string> = (value, name) => {
  if (/^smtps?:\/\/./.test(value) && URL.canParse(value)) return value
  throw new ConfigError(`${name} must be a URL such as smtp://user:password@mail.example.com:587`)
}

/** An invalid one isn't shown, because it contains a secret. */
export const bucket: Parser<BucketAddress> = (value, name) => {
  const address = bucketOf(value)
  if (address) return address
  throw new ConfigError(
    `${name} must be a URL such as s3://KEY:SECRET@s3.example.com/bucket?region=eu-central-1, with the key and the secret percent-encoded`,
  )
}

/** The URL that traces are posted to. An invalid one isn't shown, because it may contain a password. */
export const tracesUrl: Parser<string> = (value, name) => {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new ConfigError(`${name} must be a URL such as http://localhost:4318`)
  return `${value.replace(/(?<!\/)\/+$/, '')}/v1/traces`
}

export const header: Parser<[name: string, value: string]> = (entry, setting) => {
  const [, name = '', value = ''] = /^([\w-]+)=(.*)$/.exec(entry) ?? []
  try {
    if (name) return [name, decodeURIComponent(value)]
  } catch {
    // Refused below.
  }
  throw new ConfigError(
    `${setting} must list headers such as authorization=Bearer%20token, separated by commas`,
  )
}

const leastKeyLength = 32

export const encryptionKey: Parser<string> = (value, name) => {
  if (value.length >= leastKeyLength) return value
  throw new ConfigError(
    `${name} must have ${leastKeyLength} characters or more; \`openssl rand -hex 32\` makes a good one`,
  )
}

// All of them are tried on each secret that the current key can't decrypt.
const mostKeys = 10

/** Invalid ones aren't shown. */
export const encryptionKeys: Parser<string[]> = (value, name) => {
  const keys = entriesOf(value, /[,\n]/)
  if (keys.length <= mostKeys && keys.every((key) => key.length >= leastKeyLength)) return keys
  throw new ConfigError(
    `${name} must list up to ${mostKeys} keys of ${leastKeyLength} characters or more, separated by commas or line breaks`,
  )
}

/** A URI for security.txt (RFC 9116, section 2.5.3); a plain e-mail address is accepted too. */
export const securityContact: Parser<string> = (value, name) => {
  const uri = /^[^\s@:/]+@[^\s@:/]+$/.test(value) ? `mailto:${value}` : value
  if (/^(mailto:[^\s@]+@[^\s@]+|tel:\+?[\d.()-]+|https:\/\/[^\s]+)$/i.test(uri) && URL.canParse(uri))
    return uri
  throw new ConfigError(
    `${name} must list e-mail addresses, https: URLs or tel: numbers, separated by commas; one is "${value}"`,
  )
}

export const domain: Parser<string> = (value, name) => {
  const address = `http://${value}/`
  const host = URL.canParse(address) ? new URL(address).host : ''
  if (host.includes('.') && !/[/?#@]/.test(value)) return host
  throw new ConfigError(`${name} must list domains such as example.com; one is "${value}"`)
}

/** A host as in requests, without its port. */
export const otherHost: Parser<string> = (value, name) => {
  const address = `http://${value}/`
  const url = URL.canParse(address) ? new URL(address) : null
  if (url && url.pathname === '/' && !/[/?#@\\]|:\d*$/.test(value)) return url.hostname.replace(/\.$/, '')
  throw new ConfigError(
    `${name} must list hosts such as www.example.com, without a scheme or a port, separated by commas; one is "${value}"`,
  )
}

export const proxies: Parser<ReturnType<typeof parseRanges>> = (value, name) => {
  try {
    return parseRanges(entriesOf(value, ','))
  } catch {
    throw new ConfigError(`${name} must list addresses or ranges such as 10.0.0.0/8; it is "${value}"`)
  }
}

export const nameServers: Parser<string[]> = (value, name) => {
  const entries = entriesOf(value, ',')
  try {
    new Resolver().setServers(entries)
    return entries
  } catch {
    throw new ConfigError(`${name} must list addresses such as 9.9.9.9 or 9.9.9.9:53; it is "${value}"`)
  }
}
