// Images in an S3-compatible bucket, by Bun's own client. Each request has a timeout.

import { waitAtMost } from '../../../platform/concurrency/wait-at-most.ts'
import type { BucketAddress } from '../../../platform/files/bucket-address.ts'
import type { AssetFiles } from './asset-files.ts'

const mostMilliseconds = 10_000

export function bucketFiles({ prefix, ...address }: BucketAddress): AssetFiles {
  const client = new Bun.S3Client(address)
  return {
    async put(name, content) {
      await inTime(client.write(prefix + name, content, { type: 'application/octet-stream' }))
    },
    async get(name) {
      try {
        return new Blob([await inTime(client.file(prefix + name).bytes())])
      } catch (error) {
        if ((error as { code?: string }).code === 'NoSuchKey') return null
        throw error
      }
    },
    async remove(names) {
      // A bucket answers the same whether or not the file existed. Interrupted uploads leave nothing in it.
      for (const name of names) await inTime(client.delete(prefix + name))
    },
  }
}

/** The client by itself would wait for as long as the connection is open. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return waitAtMost(mostMilliseconds, work, () => {
    throw new Error('the bucket did not answer in time')
  })
}
