// No regular expression takes more than linear time, so that no input can block a thread.
import { afterAll, expect, test } from 'bun:test'
import { availableParallelism } from 'node:os'
import { operations } from '@linnet/contract'
import { check } from 'recheck'
import { z } from 'zod'
import { type Literal, regularExpressions } from '../generated/regular-expressions.ts'
import { longMilliseconds } from '../timeouts.ts'

// Its native build, which comes with the package, takes 10 seconds for all of them; elsewhere its JavaScript takes a minute.
const { RECHECK_BACKEND } = process.env
const hasNative = await import('recheck-linux-x64/package.json').then(
  () => process.platform === 'linux' && process.arch === 'x64',
  () => false,
)
process.env.RECHECK_BACKEND = hasNative ? 'native' : 'pure'
afterAll(() => {
  if (RECHECK_BACKEND === undefined) delete process.env.RECHECK_BACKEND
  else process.env.RECHECK_BACKEND = RECHECK_BACKEND
})

const { literals, constructed, files } = await regularExpressions()

/**
 * Expressions that may take more than linear time because their input is short: where each is, its source, and the reason.
 */
const allowed: { file: string; source: string; why: string }[] = []

/** Expressions built at run time, which the checker doesn't see: where each is, its source, and why it is linear. */
const made = [
  {
    file: 'packages/server/src/mcp/wording/unseen.ts',
    code: "new RegExp(doubtful, 'v')",
    why: 'one class of characters, nothing of it from outside',
  },
  {
    file: 'packages/server/src/mcp/wording/unseen.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as written there.
    code: "new RegExp(`${doubtful}+`, 'gv')",
    why: 'a run of one class, after which nothing can fail',
  },
]

/** The pattern without escapes and without the content of classes, so that only its structure is left. */
function structureOf(source: string): string {
  let structure = ''
  let depth = 0
  for (const [part] of source.matchAll(/\\(?:[pPu]\{[^{}]*\}|.)|./gsu)) {
    if (part === '[') depth++
    else if (part === ']' && depth > 0) depth--
    else if (depth === 0) structure += part.startsWith('\\') ? 'x' : part
  }
  return structure
}

/** Whether nothing is repeated or optional: matching takes the same few steps at every position. */
const isFixed = ({ source }: Pick<Literal, 'source'>) =>
  !/[*+?{]/.test(structureOf(source).replace(/\(\?/g, '('))

// Counts steps instead of seconds, because on a busy machine everything seems slow.
const limits = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
}

/** Why a pattern is not proven linear, in a sentence; null if it is. */
async function fault({ source, flags }: Pick<Literal, 'source' | 'flags'>): Promise<string | null> {
  if (isFixed({ source })) return null
  const verdict = await check(source, flags, limits)
  if (verdict.status === 'safe') return null
  if (verdict.status === 'unknown')
    return `/${source}/${flags} can't be checked (${verdict.error.kind}); write it more plainly`
  const { complexity, attack } = verdict
  const takes = complexity.type === 'polynomial' ? `time^${complexity.degree}` : 'exponential time'
  return `/${source}/${flags} takes ${takes} for ${attack.pattern}`
}

/** The faults of many patterns, each with its places in the sources. */
async function faultsOf(expressions: Literal[]): Promise<string[]> {
  const byPattern = Map.groupBy(expressions, ({ source, flags }) => `/${source}/${flags}`)
  const waiting = [...byPattern.values()]
  const faults: string[] = []
  async function checkSome(): Promise<void> {
    for (let same = waiting.pop(); same; same = waiting.pop()) {
      const found = await fault(same[0] as Literal)
      if (found !== null) faults.push(`${same.map(({ place }) => place).join(', ')}: ${found}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, checkSome))
  return faults.sort()
}

const fileOf = ({ place }: { place: string }) => place.replace(/:\d+$/, '')
const isAllowed = (one: Literal) =>
  allowed.some(({ file, source }) => file === fileOf(one) && source === one.source)

test(
  'every regular expression in the sources takes linear time, whatever the input',
  async () => {
    expect(files).toBeGreaterThan(900)
    expect(literals.length).toBeGreaterThan(450)
    expect(await faultsOf(literals.filter((one) => !isAllowed(one)))).toEqual([])
  },
  longMilliseconds,
)

test('the listed exceptions still exist in the sources', () => {
  const gone = allowed.filter(
    (entry) => !literals.some((one) => entry.file === fileOf(one) && entry.source === one.source),
  )
  expect(gone).toEqual([])
})

test('so do patterns from schemas, such as the one for e-mail addresses', async () => {
  const patterns = operations.flatMap(({ id, params, query, body }) =>
    [params, query, body].flatMap((schema) => {
      const text = JSON.stringify(
        schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : {},
      )
      const found: Literal[] = []
      JSON.parse(text, (key, value: unknown) => {
        if (key === 'pattern' && typeof value === 'string')
          found.push({ place: id, source: value, flags: '' })
        return value
      })
      return found
    }),
  )
  expect(patterns.filter(({ source }) => source.includes('@')).length).toBeGreaterThan(0)
  expect(await faultsOf(patterns)).toEqual([])
})

test('those built at run time are listed, with the reason that each is linear', () => {
  expect(constructed.map((one) => ({ file: fileOf(one), code: one.code }))).toEqual(
    made.map(({ file, code }) => ({ file, code })),
  )
})

test('the checker finds the patterns that once blocked this service, with an input that triggers it', async () => {
  const logo = String.raw`^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>\s*)*<(?:\w+:)?svg[\s>/]`
  expect(await fault({ source: logo, flags: 'i' })).toMatch(
    / takes (?:time\^\d|exponential time) for .*repeat/,
  )
  expect(await fault({ source: String.raw`\/+$`, flags: '' })).toContain("takes time^2 for '/'.repeat(")
  expect(await fault({ source: '^(a|a)*$', flags: '' })).toContain('takes exponential time')
  expect(await fault({ source: String.raw`[\p{L}--[a-z]]+$`, flags: 'v' })).toContain("can't be checked")
  expect(await fault({ source: String.raw`[[\p{L}*+]--[?{]]\u{20000}\+`, flags: 'v' })).toBeNull()
})
