// Checks the configured mail server, bucket and country database.
import { readFileSync } from 'node:fs'
import { Reader } from 'mmdb-lib'
import type { Config } from '../../../config/config.ts'
import { waitAtMost } from '../../../platform/concurrency/wait-at-most.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const timeoutMilliseconds = 5000
const oldDays = 365

export async function examineMail({ smtpUrl }: Config): Promise<Finding[]> {
  if (smtpUrl === null)
    return [
      warning(
        'mail',
        'e-mails are written to the log',
        'set SMTP_URL to a mail server, for invitations and password resets',
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
        `the mail server at SMTP_URL can't be used: ${mailReason(error)}`,
        'correct SMTP_URL, or fix the mail server',
      ),
    ]
  }
  try {
    await verify(true)
    return [ok('mail', 'the mail server answers over TLS')]
  } catch {
    return [
      warning(
        'mail',
        'the mail server answers, but without TLS',
        'use smtps:// or a server with STARTTLS, unless it is on this machine',
      ),
    ]
  }
}

/** A server's answer to a wrong password may repeat it, so it isn't shown. */
function mailReason(error: unknown): string {
  const { code } = error as { code?: string }
  return code === 'EAUTH' ? 'it rejects the user name or password' : reasonOf(error)
}

export async function examineBucket({ assetsBucket }: Config): Promise<Finding[]> {
  if (!assetsBucket) return []
  const { prefix, ...address } = assetsBucket
  // A file that doesn't exist, because only read access is checked.
  const answered = new Bun.S3Client(address)
    .file(`${prefix}linnet-doctor`)
    .exists()
    .then(
      () => null,
      (error: unknown) => error,
    )
  const failure = await waitAtMost(
    timeoutMilliseconds,
    answered,
    () => new Error('it did not answer in time'),
  )
  if (failure === null) return [ok('bucket', 'the bucket at ASSETS_URL answers')]
  return [
    problem(
      'bucket',
      `the bucket at ASSETS_URL can't be used: ${reasonOf(failure)}`,
      'correct the address, key and secret in ASSETS_URL, or the permissions of the key',
    ),
  ]
}

export function examineCountries({ geoipDatabase }: Config): Finding[] {
  if (geoipDatabase === null) return [ok('countries', 'are looked up in the included database')]
  try {
    const { buildEpoch } = new Reader<never>(readFileSync(geoipDatabase)).metadata
    const days = Math.floor((Date.now() - buildEpoch.getTime()) / 86_400_000)
    const says = `GEOIP_DB is ${days} days old`
    return [days > oldDays ? warning('countries', says, 'download a newer one') : ok('countries', says)]
  } catch (error) {
    return [
      problem(
        'countries',
        `GEOIP_DB ${geoipDatabase} can't be read: ${reasonOf(error)}`,
        'set GEOIP_DB to a country database in MaxMind format',
      ),
    ]
  }
}
