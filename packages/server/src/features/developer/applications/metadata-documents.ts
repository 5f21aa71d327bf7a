// Applications whose client_id is the address of their metadata document (draft-ietf-oauth-client-id-metadata-document).
import { type Outgoing, OutgoingFailure } from '../../../platform/net/outgoing/index.ts'
import { type ClientMetadata, RegistrationError, readClientMetadata } from './registration.ts'

const longestAddress = 2048
const mostBytes = 64 * 1024
const timeoutMilliseconds = 5000

// How long a document counts as fresh at least and at most, whatever its server says.
const leastFreshSeconds = 5 * 60
const mostFreshSeconds = 24 * 60 * 60
const usualFreshSeconds = 60 * 60

/**
 * Whether a client_id is such an address: https with a path, in normal form, and without user name, fragment or dot
 * segments (section 3 of the draft). `allowHttp` is for development.
 */
export function isDocumentAddress(clientId: string, allowHttp: boolean): boolean {
  if (clientId.length > longestAddress) return false
  const url = URL.parse(clientId)
  if (!url || (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))) return false
  if (url.username || url.password || clientId.includes('#') || url.pathname === '/') return false
  // Another spelling of the same address would be another client_id.
  return url.href === clientId
}

export interface MetadataDocument {
  metadata: ClientMetadata
  freshSeconds: number
}

/** Fetches and checks the document at an address; null if there is no valid one. */
export async function fetchDocument(outgoing: Outgoing, clientId: string): Promise<MetadataDocument | null> {
  try {
    const { status, headers, body } = await outgoing.request(clientId, {
      headers: { accept: 'application/json' },
      mostBytes,
      timeoutMilliseconds,
    })
    if (status !== 200 || !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers['content-type'] ?? ''))
      return null
    const document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
    return isDocumentOf(document, clientId)
      ? { metadata: readClientMetadata(document), freshSeconds: freshSecondsOf(headers['cache-control']) }
      : null
  } catch (error) {
    const isFaultOfDocument =
      error instanceof OutgoingFailure ||
      error instanceof RegistrationError ||
      error instanceof SyntaxError ||
      error instanceof TypeError
    if (isFaultOfDocument) return null
    throw error
  }
}

/** Whether the document names this client_id, and no secret (forbidden by section 4.1 of the draft). */
function isDocumentOf(document: unknown, clientId: string): document is Record<string, unknown> {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return false
  const { client_id, client_secret, token_endpoint_auth_method: method } = document as Record<string, unknown>
  return client_id === clientId && client_secret === undefined && (method === undefined || method === 'none')
}

function freshSecondsOf(cacheControl: string | undefined): number {
  const seconds = /(?:^|[,\s])max-age=(\d{1,9})/i.exec(cacheControl ?? '')?.[1]
  const wanted = seconds === undefined ? usualFreshSeconds : Number(seconds)
  return Math.min(Math.max(wanted, leastFreshSeconds), mostFreshSeconds)
}
