// Writes a file in small steps, readable by its own user only. Writes are buffered, but never much of them.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

const bufferedCharacters = 64 * 1024

export class GrowingFile {
  private readonly descriptor: number
  private buffered = ''

  /** Never overwrites an existing file. */
  constructor(path: string) {
    this.descriptor = openSync(path, 'wx', 0o600)
  }

  write(text: string): void {
    this.buffered += text
    if (this.buffered.length >= bufferedCharacters) this.flush()
  }

  /** To be called once everything is written. Then it is on the disk. */
  end(): void {
    this.flush()
    fsyncSync(this.descriptor)
    closeSync(this.descriptor)
  }

  private flush(): void {
    const bytes = Buffer.from(this.buffered)
    for (let written = 0; written < bytes.length; ) written += writeSync(this.descriptor, bytes, written)
    this.buffered = ''
  }
}
