// Which code each imported link gets: its own if that is free, another one if the options allow that, or none.
import { codeMaker } from '../../links/links/index.ts'
import type { Candidate, RejectedLink } from './candidates.ts'
import type { ImportOptions } from './options.ts'

/** The link that has a code already. */
export interface CodeOwner {
  /** Whether the link belongs to the importing account. */
  isOwn: boolean
  /** The fingerprint of its destination; null if the code leads to no link. */
  destination: number | null
}

/** A link that was imported before. */
export interface EarlierImport {
  /** Its code here. */
  code: string
  /** The fingerprint of the destination that it was imported with. */
  destination: number
}

/** Looks up the codes of a domain, and the sources of the account's links. */
export interface KnownLinks {
  /** The links that were imported from these sources before. */
  importedBefore(sources: string[]): Promise<Map<string, EarlierImport>>
  codeOwners(codes: string[]): Promise<Map<string, CodeOwner>>
  /** Whether the domain's codes are in lower case. */
  ignoresCase(): Promise<boolean>
}

export type Placement =
  | { outcome: 'created'; candidate: Candidate; code: string; hasOtherCode: boolean }
  | { outcome: 'same'; candidate: Candidate; code: string }
  | { outcome: 'refused'; rejected: RejectedLink }

/** A number that identifies a string. Even among a million strings, a collision is very unlikely. */
export function fingerprintOf(text: string): number {
  return Number(BigInt(Bun.hash(text)) & 0x1f_ffff_ffff_ffffn)
}

const suffixes = ['-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9']
const longestCode = 48

type CodeOptions = Pick<ImportOptions, 'onTaken' | 'onUnfit'>

/** Gives codes to links in their order; each takes the earlier ones of the same batch into account. */
export async function placeLinks(
  given: Candidate[],
  known: KnownLinks,
  options: CodeOptions,
): Promise<Placement[]> {
  const ignoresCase = await known.ignoresCase()
  const candidates = ignoresCase
    ? given.map((candidate) => ({ ...candidate, code: candidate.code?.toLowerCase() ?? null }))
    : given
  const [importedBefore, codeOwners] = await Promise.all([
    known.importedBefore(candidates.map(({ source }) => source)),
    known.codeOwners(codesWanted(candidates, options)),
  ])
  const placements: Placement[] = []
  for (const candidate of candidates) {
    const placement = await placeLink(candidate, { known, ignoresCase, importedBefore, codeOwners, options })
    if (placement.outcome === 'created') {
      const destination = fingerprintOf(candidate.longUrl)
      codeOwners.set(placement.code, { isOwn: true, destination })
      importedBefore.set(candidate.source, { code: placement.code, destination })
    }
    placements.push(placement)
  }
  return placements
}

interface BatchContext {
  known: KnownLinks
  ignoresCase: boolean
  importedBefore: ReadonlyMap<string, EarlierImport>
  codeOwners: ReadonlyMap<string, CodeOwner>
  options: CodeOptions
}

async function placeLink(candidate: Candidate, batch: BatchContext): Promise<Placement> {
  const { importedBefore, codeOwners, options } = batch
  const { code, source } = candidate
  const destination = fingerprintOf(candidate.longUrl)
  const earlier = importedBefore.get(source)
  if (earlier)
    return earlier.destination === destination
      ? { outcome: 'same', candidate, code: earlier.code }
      : reject(candidate, 'changed', 'came before, leading elsewhere: it is left as it is here')
  if (code === null) {
    if (options.onUnfit === 'generate') return await placeElsewhere(candidate, [], batch)
    return reject(candidate, 'code', `${candidate.unfit}; --on-unfit generate gives it another one`)
  }
  const owner = codeOwners.get(code)
  if (!owner) return { outcome: 'created', candidate, code, hasOtherCode: false }
  if (owner.isOwn && owner.destination === destination) return { outcome: 'same', candidate, code }
  if (options.onTaken === 'skip') {
    const whose = owner.isOwn ? 'a link of this account that leads elsewhere' : 'somebody else'
    return reject(candidate, 'taken', `its code is taken by ${whose}; --on-taken gives it another one`)
  }
  return await placeElsewhere(candidate, options.onTaken === 'suffix' ? withSuffixes(code) : [], batch)
}

/** Gives a link the first of these codes that is free, or else a generated one. */
async function placeElsewhere(
  candidate: Candidate,
  codes: string[],
  { known, ignoresCase, codeOwners }: BatchContext,
): Promise<Placement> {
  let code = codes.find((one) => !codeOwners.has(one))
  for (let made = codeMaker.make(); code === undefined; made = codeMaker.makeAnother()) {
    const generated = ignoresCase ? made.toLowerCase() : made
    if (!codeOwners.has(generated) && !(await known.codeOwners([generated])).has(generated)) code = generated
  }
  return { outcome: 'created', candidate, code, hasOtherCode: true }
}

/** All codes that may be looked up while these links are placed. */
function codesWanted(candidates: Candidate[], { onTaken }: CodeOptions): string[] {
  const codes = new Set(candidates.flatMap(({ code }) => code ?? []))
  if (onTaken === 'suffix')
    for (const code of [...codes]) for (const other of withSuffixes(code)) codes.add(other)
  return [...codes]
}

function withSuffixes(code: string): string[] {
  return suffixes.map((suffix) => code.slice(0, longestCode - suffix.length) + suffix)
}

function reject(candidate: Candidate, reason: RejectedLink['reason'], message: string): Placement {
  const { line, host, sourceCode, longUrl } = candidate
  return { outcome: 'refused', rejected: { line, host, sourceCode, longUrl, reason, message } }
}
