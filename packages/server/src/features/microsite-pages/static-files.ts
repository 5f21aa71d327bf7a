// The files that pages load from us: fonts and a script, under names that change with what is in them.
import type { StaticFile } from '@linnet/pages'
import type { Soon } from '../../platform/bounded-cache.ts'
import { notFound, wrongMethod } from '../redirect/index.ts'
import { answerWith, type PreparedBody, prepareBody } from './prepared-body.ts'

export interface AskedFile {
  request: Request
  requestId: string
  /** Without the leading slash. */
  path: string
}

const folder = 'static/'

/** Answers `/static/…`. A file is read and compressed when it is first asked for. */
export function createStaticFiles(
  files: ReadonlyMap<string, StaticFile>,
): (asked: AskedFile) => Soon<Response> {
  const prepared = new Map<string, Promise<PreparedBody> | PreparedBody>()

  async function prepare(name: string, { type, content }: StaticFile): Promise<PreparedBody> {
    const body = await prepareBody('text' in content ? content.text : await Bun.file(content.path).bytes(), {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-site',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
    })
    prepared.set(name, body)
    return body
  }

  return ({ request, requestId, path }) => {
    const name = path.slice(folder.length)
    const file = path.startsWith(folder) ? files.get(name) : undefined
    if (!file) return notFound(request, requestId)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return wrongMethod(request, requestId, 'GET, HEAD')
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
