// Downloads all data of the account and reports progress, so that a failure is noticed. A plain link would leave half a file.
import type { ErrorCode } from '@linnet/contract'
import { ApiError, apiAddress, ConnectionLost, fetchInSession } from '../../lib/client.ts'
import { saveFile } from '../../lib/save-file.ts'

const longestEnd = 100

/** Saves the file once it is complete, and returns its size in bytes. */
export async function downloadExport(
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<number> {
  const answer = await fetchInSession(`${apiAddress}/export`, { signal })
  if (!answer.ok || !answer.body) throw await refusalOf(answer)
  const chunks: BlobPart[] = []
  let bytes = 0
  const reader = answer.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(connectionLost)
    if (done) break
    chunks.push(value)
    bytes += value.length
    onProgress(bytes)
  }
  const file = new Blob(chunks, { type: 'application/x-ndjson' })
  // Its last line marks a complete export: after a failure, a proxy may still end the response properly.
  if (!(await file.slice(-longestEnd).text()).includes('{"type":"end"')) throw new ConnectionLost('cut off')
  saveFile(file, nameOf(answer))
  return bytes
}

function connectionLost(error: unknown): never {
  throw new ConnectionLost(error)
}

async function refusalOf(answer: Response): Promise<ApiError> {
  const content = (await answer.json().catch(() => null)) as {
    error?: { code?: ErrorCode; message?: string; request_id?: string }
  } | null
  const { code = 'internal', message = `HTTP ${answer.status}`, request_id = null } = content?.error ?? {}
  return new ApiError(answer.status, code, message, [], request_id)
}

function nameOf(answer: Response): string {
  const disposition = answer.headers.get('content-disposition') ?? ''
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'linnet.ndjson'
}
