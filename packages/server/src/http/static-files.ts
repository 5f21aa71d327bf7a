// Serves the files that pages load, under names that change with their content. They are read and compressed on first use.
import type { MaybePromise } from '../platform/concurrency/bounded-cache.ts'
import { answerWith, type PreparedBody, prepareBody } from '../platform/net/prepared-body.ts'
import { wrongMethod } from './visitor-answers.ts'

/** A file: its media type, its content or path, and the path of its brotli version, if any. */
export interface StaticFile {
  type: string
  content: { text: string } | { path: string }
  brotli?: string
}

export interface AskedFile {
  request: Request
  requestId: string
}

/** Responds with a file; null if there is none with this name. */
export type AnswerFile = (asked: AskedFile, name: string) => MaybePromise<Response> | null

/** The files by name. */
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
      // If a file can't be read, the next request tries again.
      body.catch(() => prepared.delete(name))
    }
    return body instanceof Promise
      ? body.then((ready) => answerWith(ready, request))
      : answerWith(body, request)
  }
}
