// Downloads a file and reports progress, so that a failure is noticed. A plain link would leave half a file.
import type { ErrorCode } from '@linnet/contract'
import { ApiError, ConnectionLost, type Fetch } from './client.ts'
import { saveFile } from './save-file.ts'

interface Download {
  /** Asks in the workspace that the file is about. */
  fetch: Fetch
  address: string
  signal: AbortSignal
  /** Called with the bytes received so far. */
  onProgress?(bytes: number): void
  /** Whether all of it has arrived: after a failure, a proxy may still end the response properly. */
  isWhole?(file: Blob): Promise<boolean>
}

/** Saves the file once it is complete, and returns its size in bytes. */
export async function download({ fetch, address, signal, onProgress, isWhole }: Download): Promise<number> {
  const answer = await fetch(address, { signal })
  if (!answer.ok || !answer.body) throw await refusalOf(answer)
  const chunks: BlobPart[] = []
  let bytes = 0
  const reader = answer.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(connectionLost)
    if (done) break
    chunks.push(value)
    bytes += value.length
    onProgress?.(bytes)
  }
  const file = new Blob(chunks, { type: 'application/x-ndjson' })
  if (isWhole && !(await isWhole(file))) throw new ConnectionLost('cut off')
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
