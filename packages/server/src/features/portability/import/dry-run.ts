// What a dry run would have written so far. Kept as numbers, so that a million links need little memory.
import type { Candidate } from './candidates.ts'
import { type CodeOwner, type EarlierImport, fingerprintOf, type KnownLinks } from './placement.ts'

export class DryRun implements KnownLinks {
  /** Destinations by code and by source, all as fingerprints. */
  private readonly byCode = new Map<number, number>()
  private readonly bySource = new Map<number, number>()

  constructor(private readonly stored: KnownLinks) {}

  ignoresCase(): Promise<boolean> {
    return this.stored.ignoresCase()
  }

  remember({ source, longUrl }: Candidate, code: string): void {
    this.byCode.set(fingerprintOf(code), fingerprintOf(longUrl))
    this.bySource.set(fingerprintOf(source), fingerprintOf(longUrl))
  }

  async importedBefore(sources: string[]): Promise<Map<string, EarlierImport>> {
    const found = await this.stored.importedBefore(sources)
    for (const source of sources) {
      const destination = this.bySource.get(fingerprintOf(source))
      // The code that it would have is not stored, because it isn't needed; the source's own stands in for it.
      if (destination !== undefined && !found.has(source))
        found.set(source, { code: codeIn(source), destination })
    }
    return found
  }

  async codeOwners(codes: string[]): Promise<Map<string, CodeOwner>> {
    const found = await this.stored.codeOwners(codes)
    for (const code of codes) {
      const destination = this.byCode.get(fingerprintOf(code))
      if (destination !== undefined && !found.has(code)) found.set(code, { isOwn: true, destination })
    }
    return found
  }
}

function codeIn(source: string): string {
  return source.slice(source.indexOf('/') + 1)
}
