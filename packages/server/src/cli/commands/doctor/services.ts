// Examines the mail server, the bucket and the country database that the settings name.
import { readFileSync } from 'node:fs'
import { Reader } from 'mmdb-lib'
import type { Config } from '../../../config/config.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const timeoutMilliseconds = 5000
const oldDays = 365

export async function examineMail({ smtpUrl }: Config): Promise<Finding[]> {
  if (smtpUrl === null)
    return [
      warning(
        'mail',
        'messages are written to the log',
        'name a mail server in SMTP_URL, for invitations and forgotten passwords',
      ),
    ]
  const { createTransport } = await import('nodemailer')
  const verify = async (requireTLS: boolean) => {
    const transport = createTransport({
      url: smtpUrl,
      requireTLS,
      connectionTimeout: timeoutMilliseconds,
      greetingTimeout: timeoutMilliseconds,
      socketTimeout: timeoutMilliseconds,
    })
    try {
      await transport.verify()
    } finally {
      transport.close()
    }
  }
  try {
    await verify(false)
  } catch (error) {
    return [
      problem(
        'mail',
        `the server of SMTP_URL can't be used: ${mailReason(error)}`,
        'correct SMTP_URL, or fix the mail server',
      ),
    ]
  }
  try {
    await verify(true)
    return [ok('mail', 'the mail server answers, over TLS')]
  } catch {
    return [
      warning(
        'mail',
        'the mail server answers, but without TLS',
        'use smtps://, or a server with STARTTLS, unless it is on this machine',
      ),
    ]
  }
}

/** A server's answer to a wrong password may repeat it, so it isn't shown. */
function mailReason(error: unknown): string {
  const { code } = error as { code?: string }
  return code === 'EAUTH' ? 'it refuses user and password' : reasonOf(error)
}

export async function examineBucket({ assetsBucket }: Config): Promise<Finding[]> {
  if (!assetsBucket) return []
  const { prefix, ...address } = assetsBucket
  const { promise: late, resolve } = Promise.withResolvers<Error>()
  const timer = setTimeout(() => resolve(new Error('it did not answer in time')), timeoutMilliseconds)
  // A file that doesn't exist, because only the right to read is checked.
  const answered = new Bun.S3Client(address)
    .file(`${prefix}linnet-doctor`)
    .exists()
    .then(
      () => null,
      (error: unknown) => error,
    )
  const failure = await Promise.race([answered, late])
  clearTimeout(timer)
  if (failure === null) return [ok('bucket', 'of ASSETS_URL answers')]
  return [
    problem(
      'bucket',
      `of ASSETS_URL can't be used: ${reasonOf(failure)}`,
      'correct address, key and secret in ASSETS_URL, or their permissions',
    ),
  ]
}

export function examineCountries({ geoipDatabase }: Config): Finding[] {
  if (geoipDatabase === null) return [ok('countries', 'are looked up in the database that comes along')]
  try {
    const { buildEpoch } = new Reader<never>(readFileSync(geoipDatabase)).metadata
    const days = Math.floor((Date.now() - buildEpoch.getTime()) / 86_400_000)
    const says = `GEOIP_DB is ${days} days old`
    return [days > oldDays ? warning('countries', says, 'get a newer one') : ok('countries', says)]
  } catch (error) {
    return [
      problem(
        'countries',
        `GEOIP_DB ${geoipDatabase} can't be read: ${reasonOf(error)}`,
        'name a country database in MaxMind format',
      ),
    ]
  }
}
