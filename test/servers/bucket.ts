// An S3 bucket for tests: it verifies every signature with an independent library, and can fail like a network.
import { AwsV4Signer } from 'aws4fetch'

export interface Bucket {
  /** The value for ASSETS_URL; pass another `secret` for a wrong one. */
  url(secret?: string): string
  /** Its objects, by key. */
  files: Map<string, Uint8Array>
  /** How many requests were refused because of their signature. */
  refused: number
  /** Answers requests with this status from now on; null ends that. */
  failWith(status: number | null): void
  /** Accepts this many more files, then fails. */
  failAfter(files: number): void
  stop(): Promise<void>
}

const accessKeyId = 'AKIA+TEST/KEY'
const secretAccessKey = 'a secret/with+signs='
const region = 'eu-test-1'

export function startBucket(): Bucket {
  const files = new Map<string, Uint8Array>()
  let failing: number | null = null
  let left = Number.POSITIVE_INFINITY

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const content = await request.bytes()
    if (!(await isSigned(request, content))) {
      bucket.refused++
      return fault(403, 'SignatureDoesNotMatch')
    }
    if (failing !== null) return fault(failing, 'InternalError')
    const key = decodeURIComponent(pathname).replace('/pictures/', '')
    if (!pathname.startsWith('/pictures/')) return fault(404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      if (left-- <= 0) return fault(500, 'InternalError')
      files.set(key, content)
      return new Response(null, { headers: { ETag: '"1"' } })
    }
    if (request.method === 'DELETE') {
      files.delete(key)
      return new Response(null, { status: 204 })
    }
    const file = files.get(key)
    return file ? new Response(file as BodyInit) : fault(404, 'NoSuchKey')
  }

  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  const bucket: Bucket = {
    files,
    refused: 0,
    url: (secret = secretAccessKey) =>
      `s3://${encodeURIComponent(accessKeyId)}:${encodeURIComponent(secret)}@127.0.0.1:${server.port}/pictures/linnet?region=${region}&tls=off`,
    failWith(status) {
      failing = status
    },
    failAfter(count) {
      left = count
    },
    stop: () => server.stop(true),
  }
  return bucket
}

/** Signs the request again as it was received, and compares the signatures. */
async function isSigned(request: Request, content: Uint8Array): Promise<boolean> {
  const given = request.headers.get('authorization') ?? ''
  const names = /SignedHeaders=([^,\s]+)/.exec(given)?.[1]?.split(';') ?? []
  const declared = request.headers.get('x-amz-content-sha256') ?? ''
  const hash = new Bun.CryptoHasher('sha256').update(content).digest('hex')
  if (declared !== 'UNSIGNED-PAYLOAD' && declared !== hash) return false
  const headers = new Headers(names.map((name) => [name, request.headers.get(name) ?? '']))
  headers.delete('host')
  const signer = new AwsV4Signer({
    method: request.method,
    url: request.url,
    headers,
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region,
    datetime: request.headers.get('x-amz-date') ?? '',
    allHeaders: true,
  })
  return (await signer.authHeader()).replaceAll(' ', '') === given.replaceAll(' ', '')
}

const fault = (status: number, code: string) =>
  new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`, {
    status,
    headers: { 'content-type': 'application/xml' },
  })
