// A file that is written bit by bit, for its own user alone: small pieces are gathered, and nothing waits in memory for long.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

const gatheredCharacters = 64 * 1024

export class GrowingFile {
  private readonly descriptor: number
  private gathered = ''

  /** Never writes over a file that is there. */
  constructor(path: string) {
    this.descriptor = openSync(path, 'wx', 0o600)
  }

  write(text: string): void {
    this.gathered += text
    if (this.gathered.length >= gatheredCharacters) this.flush()
  }

  /** To be called once everything is written: it is on the disk then. */
  end(): void {
    this.flush()
    fsyncSync(this.descriptor)
    closeSync(this.descriptor)
  }

  private flush(): void {
    const bytes = Buffer.from(this.gathered)
    for (let written = 0; written < bytes.length; ) written += writeSync(this.descriptor, bytes, written)
    this.gathered = ''
  }
}
