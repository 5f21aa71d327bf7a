// Writes a file in small steps, readable only by its own user. Writes are buffered, with little memory.
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

  /** Call it once everything is written. It syncs the file to disk. */
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
