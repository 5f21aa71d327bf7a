// Reads the input of an operation from its request: the Idempotency-Key, and JSON or a file as the body.
import { type Operation, Refusal } from '@linnet/contract'
import type { IncomingFiles } from '../../platform/files/incoming-files.ts'
import { readJson } from '../request-body.ts'

// Visitors who aren't signed in send only passwords and codes: the same limit as for forms.
const mostBytesOfVisitors = 64 * 1024

export interface BodyNeeds {
  files: IncomingFiles
  operation: Operation
  personId: number
  request: Request
}

/** Calls `work` with the operation's body; an uploaded file exists only until `work` is done. */
export async function withBody<T>(
  { files, operation, personId, request }: BodyNeeds,
  work: (body: unknown) => Promise<T>,
): Promise<T> {
  if (operation.file)
    return await files.receive(personId, request, operation.file.mostBytes, (file) => work({ file }))
  const most = operation.audience === 'visitor' ? mostBytesOfVisitors : undefined
  if (!operation.body) return await work(undefined)
  const { listBody } = operation
  const reading = { by: `${personId}`, mayBeEmpty: mayOmitBody(operation), mayBeList: listBody !== undefined }
  const body = await readJson(request, { ...reading, most })
  return await work(listBody !== undefined && Array.isArray(body) ? { [listBody]: body } : body)
}

/**
 * Whether a body may be left out, because all of it is optional. Only for actions of a session: the public API promises 400,
 * and an update without a body has probably lost it on the way.
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
