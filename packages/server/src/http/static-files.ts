// Files that pages load from us, under names that change with what is in them: read and compressed when first asked for.
import type { MaybePromise } from '../platform/concurrency/bounded-cache.ts'
import { answerWith, type PreparedBody, prepareBody } from '../platform/net/prepared-body.ts'
import { wrongMethod } from './visitor-answers.ts'

/** A file by its media type, and what it holds or where it is read from; and where it is already compressed by brotli. */
export interface StaticFile {
  type: string
  content: { text: string } | { path: string }
  brotli?: string
}

export interface AskedFile {
  request: Request
  requestId: string
}

/** Answers a file; null where none of this name is known. */
export type AnswerFile = (asked: AskedFile, name: string) => MaybePromise<Response> | null

/** Of the files by their names. */
export function createStaticFiles(files: ReadonlyMap<string, StaticFile>): AnswerFile {
  const prepared = new Map<string, Promise<PreparedBody> | PreparedBody>()

  async function prepare(name: string, { type, content, brotli }: StaticFile): Promise<PreparedBody> {
    const headers = {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-site',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
    }
    const body = await prepareBody(
      'text' in content ? content.text : await Bun.file(content.path).bytes(),
      headers,
      brotli === undefined ? undefined : await Bun.file(brotli).bytes(),
    )
    prepared.set(name, body)
    return body
  }

  return ({ request, requestId }, name) => {
    const file = files.get(name)
    if (!file) return null
    if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, requestId)
    let body = prepared.get(name)
    if (!body) {
      body = prepare(name, file)
      prepared.set(name, body)
      // A file that could not be read is tried again by the next who asks.
      body.catch(() => prepared.delete(name))
    }
    return body instanceof Promise
      ? body.then((ready) => answerWith(ready, request, requestId))
      : answerWith(body, request, requestId)
  }
}
