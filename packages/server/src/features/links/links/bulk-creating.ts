// Creating many links in one request: each item succeeds or fails on its own.
import { BulkItem, type ErrorCode, type Link, Refusal, validate } from '@linnet/contract'
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.ts'
import type { Change } from '../../../platform/operations/change.ts'
import type { RequestContext } from '../../../platform/operations/handler.ts'
import type { Outbox } from '../../../platform/outbox.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { UtmTemplates } from '../utm-templates/index.ts'
import { checkSettings, type Images } from './checking-settings.ts'
import { type CreationNeeds, createLink, creationOf } from './creating.ts'
import { created } from './events.ts'
import { defaultDomain } from './links.ts'
import { type DomainRules, requireDestination } from './rules.ts'
import { requireUsableCode } from './slugs.ts'

export interface BulkCreationNeeds extends CreationNeeds {
  rules: DomainRules
  images: Images
  utmTemplates: UtmTemplates
  outbox: Outbox
}

type CheckedItem = Awaited<ReturnType<typeof checkItem>>

export interface BulkCreation {
  userId: number
  /** Uses one link of the plan, or refuses. */
  takeUnit(tx: Tx): Promise<void>
  once: RequestContext['once']
  change: Change
  now: number
}

interface ItemResult {
  index: number
  success: boolean
  error?: ErrorCode
  message?: string
  data?: Link
}

export async function createManyLinks(
  needs: BulkCreationNeeds,
  items: readonly unknown[],
  creation: BulkCreation,
) {
  const { codes, outbox } = needs
  const { userId, once, change, now } = creation
  // One after the other, so that the time slices of all of them together leave room for visitors.
  const slices = new TimeSlicer(Number.POSITIVE_INFINITY)
  const checked: (CheckedItem | Refusal)[] = []
  for (const item of items) checked.push(await refusalOr(() => checkItem(needs, { userId, slices }, item)))
  return await once(async (tx) => {
    await codes.lock(tx, defaultDomain, codesIn(checked))
    const results: ItemResult[] = []
    for (const [index, item] of checked.entries()) results.push(itemResult(index, await createItem(tx, item)))
    const links = results.flatMap(({ data }) => data ?? [])
    const numbers = await needs.store.numbersOf(
      tx,
      links.map(({ id }) => id),
    )
    const entries = numbers.map((id) => creationOf({ id, userId, now }))
    await needs.history.recordFirst(tx, change, entries)
    await outbox.add(tx, userId, created(links), now)
    const success = links.length
    return { data: { total: results.length, success, failed: results.length - success, items: results } }
  })

  async function createItem(tx: Tx, item: CheckedItem | Refusal): Promise<Link | Refusal> {
    if (item instanceof Refusal) return item
    return await refusalOr(() =>
      needs.store.attempt(tx, async () => {
        await creation.takeUnit(tx)
        return await createLink(needs, tx, {
          userId,
          domain: { id: defaultDomain, name: null },
          fields: item,
          code: item.short ?? null,
          passwordHash: null,
          change: null,
          now,
        })
      }),
    )
  }
}

async function checkItem(
  needs: Pick<BulkCreationNeeds, 'rules' | 'images' | 'utmTemplates'>,
  { userId, slices }: { userId: number; slices: TimeSlicer },
  item: unknown,
) {
  const parsed = validate(BulkItem, item)
  if (parsed.details) {
    const faults = parsed.details.map(({ path, message }) => (path ? `${path}: ${message}` : message))
    throw new Refusal('validation_failed', faults.join('; '))
  }
  if (parsed.data.short !== undefined) requireUsableCode(parsed.data.short)
  const { utm_template, ...given } = parsed.data
  const long_url = await needs.utmTemplates.applied(userId, utm_template, given.long_url)
  await requireDestination(needs.rules, long_url)
  return await checkSettings(needs, userId, { ...given, long_url }, null, slices)
}

function itemResult(index: number, result: Link | Refusal): ItemResult {
  return result instanceof Refusal
    ? { index, success: false, error: result.code, message: result.details?.[0]?.message ?? result.message }
    : { index, success: true, data: result }
}

function codesIn(items: (CheckedItem | Refusal)[]): string[] {
  return items.flatMap((item) => (item instanceof Refusal || item.short === undefined ? [] : [item.short]))
}

async function refusalOr<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
