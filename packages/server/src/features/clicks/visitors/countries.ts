// In which country an address is, by a database on disk; nothing is asked of the network.
import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { Reader } from 'mmdb-lib'
import { ConfigError } from '../../../platform/config-error.ts'
import builtIn from './countries.mmdb' with { type: 'file' }

export const unknownCountry = 'ZZ'

/** Looks the country of an address up: ISO 3166-1 alpha-2, `ZZ` where it is unknown. */
export type LookUpCountry = (address: string) => string

// MaxMind's and DB-IP's databases keep a record with the country's names, the one that comes along a bare code.
type CountryRecord = { country_code?: string; country?: { iso_code?: string } | string } | null

export function openCountries(file: string | null): LookUpCountry {
  const reader = open(file ?? builtIn, file)
  return (address) => {
    if (!isPublic(address)) return unknownCountry
    const record = lookUp(reader, address)
    const code =
      record?.country_code ??
      (typeof record?.country === 'string' ? record.country : record?.country?.iso_code)
    return code && /^[A-Z]{2}$/.test(code) ? code : unknownCountry
  }
}

/** The database files private and reserved ranges under whoever keeps their registry. */
function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

function open(path: string, configured: string | null): Reader<never> {
  try {
    return new Reader(configured ? readFileSync(path) : mapped(path))
  } catch (error) {
    throw new ConfigError(
      `${configured ? 'GEOIP_DB' : 'the country database'} ${path} can't be read: ${(error as Error).message}`,
    )
  }
}

/**
 * The file as memory that the system fills with what is looked at, which spares 8 MB. Only for the file that comes
 * along, as nobody writes to that: one that is cut short while it is mapped ends the process.
 */
function mapped(path: string): Buffer {
  try {
    const { buffer, byteOffset, byteLength } = Bun.mmap(path)
    return Buffer.from(buffer, byteOffset, byteLength)
  } catch {
    // Bun maps only files that this user may write to, and none inside of an executable.
    return readFileSync(path)
  }
}

function lookUp(reader: Reader<never>, address: string): CountryRecord {
  try {
    return reader.get(address) as CountryRecord
  } catch {
    // A database of IPv4 alone refuses IPv6 addresses.
    return null
  }
}
