// Looks up the country of an address in a database on disk, without the network.
import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { Reader } from 'mmdb-lib'
import { ConfigError } from '../../../platform/config-error.ts'
import builtIn from './countries.mmdb' with { type: 'file' }

export const unknownCountry = 'ZZ'

/** Looks up the country of an address: ISO 3166-1 alpha-2, `ZZ` if it is unknown. */
export type LookUpCountry = (address: string) => string

// MaxMind's and DB-IP's databases have a record with the country's names, the built-in one just the code.
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

/** The database assigns private and reserved ranges to the country of their registry, so they are excluded. */
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
 * Maps the file into memory, which saves 8 MB. Only for the built-in file, which nobody writes to: truncating a file while
 * it is mapped ends the process.
 */
function mapped(path: string): Buffer {
  try {
    const { buffer, byteOffset, byteLength } = Bun.mmap(path)
    return Buffer.from(buffer, byteOffset, byteLength)
  } catch {
    // Bun maps only files that this user may write to, and none inside an executable.
    return readFileSync(path)
  }
}

function lookUp(reader: Reader<never>, address: string): CountryRecord {
  try {
    return reader.get(address) as CountryRecord
  } catch {
    // A database that only has IPv4 refuses IPv6 addresses.
    return null
  }
}
