// Which code each of some links gets: its own where that is free, another one where that was chosen, or none.
import { codeMaker } from '../../links/links/index.ts'
import type { Choices } from './choices.ts'
import type { Candidate, Rejected } from './judging.ts'

/** Who has a code. */
export interface Holder {
  /** Whether it leads to a link of the account that imports. */
  isOwn: boolean
  /** Of where it leads to: `markOf`. */
  leadsTo: number | null
}

/** What came from a source before. */
export interface Origin {
  /** What it is called by here. */
  code: string
  /** Of where it led to there: `markOf`. */
  ledTo: number
}

/** What is known of codes on the domain, and of where the account's links came from. */
export interface Known {
  /** The links that came from these sources. */
  bySource(sources: string[]): Promise<Map<string, Origin>>
  holders(codes: string[]): Promise<Map<string, Holder>>
}

export type Placed =
  | { outcome: 'created'; candidate: Candidate; code: string; isOther: boolean }
  | { outcome: 'same'; candidate: Candidate; code: string }
  | { outcome: 'refused'; rejected: Rejected }

/** A text as a number by which it is known again: of a million, two that differ are hardly ever taken for one. */
export function markOf(text: string): number {
  return Number(BigInt(Bun.hash(text)) & 0x1f_ffff_ffff_ffffn)
}

const suffixes = ['-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9']
const longestCode = 48

/** Places the links in their order, those of before in the same batch included. */
export async function place(
  candidates: Candidate[],
  known: Known,
  choices: Pick<Choices, 'onTaken' | 'onUnfit'>,
): Promise<Placed[]> {
  const [bySource, holders] = await Promise.all([
    known.bySource(candidates.map(({ source }) => source)),
    known.holders(codesWanted(candidates, choices)),
  ])
  const placed: Placed[] = []
  for (const candidate of candidates) {
    const one = await placeOne(candidate)
    if (one.outcome === 'created') {
      holders.set(one.code, { isOwn: true, leadsTo: markOf(candidate.longUrl) })
      bySource.set(candidate.source, { code: one.code, ledTo: markOf(candidate.longUrl) })
    }
    placed.push(one)
  }
  return placed

  async function placeOne(candidate: Candidate): Promise<Placed> {
    const { code, source } = candidate
    const before = bySource.get(source)
    if (before)
      return before.ledTo === markOf(candidate.longUrl)
        ? { outcome: 'same', candidate, code: before.code }
        : refused(candidate, 'changed', 'came before, leading elsewhere: it is left as it is here')
    if (code === null) {
      if (choices.onUnfit === 'generate') return await elsewhere(candidate, [])
      return refused(candidate, 'code', `${candidate.unfit}; --on-unfit generate gives it another one`)
    }
    const holder = holders.get(code)
    if (!holder) return { outcome: 'created', candidate, code, isOther: false }
    if (holder.isOwn && holder.leadsTo === markOf(candidate.longUrl))
      return { outcome: 'same', candidate, code }
    if (choices.onTaken === 'skip') {
      const whose = holder.isOwn ? 'a link of this account that leads elsewhere' : 'somebody else'
      return refused(candidate, 'taken', `its code is taken by ${whose}; --on-taken gives it another one`)
    }
    return await elsewhere(candidate, choices.onTaken === 'suffix' ? suffixed(code) : [])
  }

  /** The first of these codes that is free, or else a made-up one. */
  async function elsewhere(candidate: Candidate, codes: string[]): Promise<Placed> {
    let code = codes.find((one) => !holders.has(one))
    for (let made = codeMaker.make(); code === undefined; made = codeMaker.makeAnother())
      if (!holders.has(made) && !(await known.holders([made])).has(made)) code = made
    return { outcome: 'created', candidate, code, isOther: true }
  }
}

/** All codes that may be asked about while these links are placed. */
function codesWanted(candidates: Candidate[], { onTaken }: Pick<Choices, 'onTaken'>): string[] {
  const codes = new Set(candidates.flatMap(({ code }) => code ?? []))
  if (onTaken === 'suffix') for (const code of [...codes]) for (const one of suffixed(code)) codes.add(one)
  return [...codes]
}

function suffixed(code: string): string[] {
  return suffixes.map((suffix) => code.slice(0, longestCode - suffix.length) + suffix)
}

function refused(candidate: Candidate, reason: Rejected['reason'], words: string): Placed {
  const { line, host, sourceCode, longUrl } = candidate
  return { outcome: 'refused', rejected: { line, host, sourceCode, longUrl, reason, words } }
}
