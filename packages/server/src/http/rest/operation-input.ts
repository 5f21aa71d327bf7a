// Reads what a request brings for its operation: the Idempotency-Key, and JSON or a file as its body.
import { type Operation, Refusal } from '@linnet/contract'
import type { IncomingFiles } from '../../platform/files/incoming-files.ts'
import { readJson } from '../request-body.ts'

// Who is not signed in sends passwords and codes: as much as a form may have.
const mostBytesOfVisitors = 64 * 1024

export interface BodyNeeds {
  files: IncomingFiles
  operation: Operation
  userId: number
  request: Request
}

/** Calls `work` with the operation's body; an uploaded file exists only until `work` is done. */
export async function withBody<T>(
  { files, operation, userId, request }: BodyNeeds,
  work: (body: unknown) => Promise<T>,
): Promise<T> {
  if (operation.file)
    return await files.receive(userId, request, operation.file.mostBytes, (file) => work({ file }))
  const most = operation.audience === 'visitor' ? mostBytesOfVisitors : undefined
  return await work(
    operation.body
      ? await readJson(request, { by: `${userId}`, mayBeEmpty: mayOmitBody(operation), most })
      : undefined,
  )
}

/**
 * Whether a body may be left out, because all of it is optional. Only where a session asks for something to be done:
 * the public API promises 400, and a change without a body is one that was lost on the way.
 */
function mayOmitBody({ audience, method, body }: Operation): boolean {
  return audience !== 'public' && method === 'POST' && body?.safeParse({}).success === true
}

export function idempotencyKeyOf(headers: Headers): string | null {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw new Refusal('malformed_request', 'Idempotency-Key must be 1 to 255 printable ASCII characters.')
  return key
}
