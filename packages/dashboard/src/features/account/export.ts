// Downloads all data of a workspace.
import { apiAddress, type Fetch } from '../../lib/client.ts'
import { download } from '../../lib/download.ts'

const longestEnd = 100

interface Export {
  fetch: Fetch
  signal: AbortSignal
  onProgress(bytes: number): void
}

/** Saves the file once it is complete, and returns its size in bytes. */
export function downloadExport(wanted: Export): Promise<number> {
  return download({
    ...wanted,
    address: `${apiAddress}/export`,
    // Its last line marks a complete export.
    isWhole: async (file) => (await file.slice(-longestEnd).text()).includes('{"type":"end"'),
  })
}
