// Applications whose client_id is the address of a document about them (draft-ietf-oauth-client-id-metadata-document).
import { type Outgoing, OutgoingFailure } from '../../../platform/net/outgoing/index.ts'
import { type Introduction, RegistrationError, readIntroduction } from './registration.ts'

const longestAddress = 2048
const mostBytes = 64 * 1024
const timeoutMilliseconds = 5000

// How long a document counts without being fetched again, whatever its server says.
const leastFreshSeconds = 5 * 60
const mostFreshSeconds = 24 * 60 * 60
const usualFreshSeconds = 60 * 60

/**
 * Whether a client_id is such an address: https with a path, and written as it will be compared, so without user name,
 * fragment or dot segments (section 3 of the draft). `allowHttp` is for development.
 */
export function isDocumentAddress(clientId: string, allowHttp: boolean): boolean {
  if (clientId.length > longestAddress) return false
  const url = URL.parse(clientId)
  if (!url || (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))) return false
  if (url.username || url.password || clientId.includes('#') || url.pathname === '/') return false
  // What the parser would write otherwise is another text for the same place.
  return url.href === clientId
}

export interface MetadataDocument {
  introduction: Introduction
  freshSeconds: number
}

/** Fetches and judges the document at an address; null where there is none that may be believed. */
export async function fetchDocument(outgoing: Outgoing, clientId: string): Promise<MetadataDocument | null> {
  try {
    const { status, headers, body } = await outgoing.request(clientId, {
      headers: { accept: 'application/json' },
      mostBytes,
      timeoutMilliseconds,
    })
    if (status !== 200 || !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers['content-type'] ?? ''))
      return null
    const metadata = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
    return isOf(metadata, clientId)
      ? { introduction: readIntroduction(metadata), freshSeconds: freshSecondsOf(headers['cache-control']) }
      : null
  } catch (error) {
    const isTheirs =
      error instanceof OutgoingFailure ||
      error instanceof RegistrationError ||
      error instanceof SyntaxError ||
      error instanceof TypeError
    if (isTheirs) return null
    throw error
  }
}

/** It names itself, and claims no secret that such an application cannot have (section 4.1 of the draft). */
function isOf(metadata: unknown, clientId: string): metadata is Record<string, unknown> {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return false
  const { client_id, client_secret, token_endpoint_auth_method: method } = metadata as Record<string, unknown>
  return client_id === clientId && client_secret === undefined && (method === undefined || method === 'none')
}

function freshSecondsOf(cacheControl: string | undefined): number {
  const seconds = /(?:^|[,\s])max-age=(\d{1,9})/i.exec(cacheControl ?? '')?.[1]
  const wanted = seconds === undefined ? usualFreshSeconds : Number(seconds)
  return Math.min(Math.max(wanted, leastFreshSeconds), mostFreshSeconds)
}
