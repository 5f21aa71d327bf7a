// What a dry run would have written so far, over what is there: as numbers, so that a million links fit into little memory.
import type { Candidate } from './judging.ts'
import { type Holder, type Known, markOf, type Origin } from './placing.ts'

export class Rehearsal implements Known {
  private readonly codes = new Map<number, number>()
  private readonly sources = new Map<number, number>()

  constructor(private readonly stored: Known) {}

  remember({ source, longUrl }: Candidate, code: string): void {
    this.codes.set(markOf(code), markOf(longUrl))
    this.sources.set(markOf(source), markOf(longUrl))
  }

  async bySource(sources: string[]): Promise<Map<string, Origin>> {
    const found = await this.stored.bySource(sources)
    // Which code it would have got is not kept; it is asked of nobody.
    for (const source of sources) {
      const ledTo = this.sources.get(markOf(source))
      if (ledTo !== undefined && !found.has(source)) found.set(source, { code: codeIn(source), ledTo })
    }
    return found
  }

  async holders(codes: string[]): Promise<Map<string, Holder>> {
    const found = await this.stored.holders(codes)
    for (const code of codes) {
      const leadsTo = this.codes.get(markOf(code))
      if (leadsTo !== undefined && !found.has(code)) found.set(code, { isOwn: true, leadsTo })
    }
    return found
  }
}

function codeIn(source: string): string {
  return source.slice(source.indexOf('/') + 1)
}
