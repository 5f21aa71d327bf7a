// All data of an account, line by line, as the API's records where it has them.
import { type AnswerOf, api, type InputOf, type Microsite, type Operation } from '@linnet/contract'
import type { Call, Run } from '../../../platform/operations/handler.ts'
import { addDays, utcDay } from '../../../platform/time/clock.ts'
import { readClickBlock, subjectNumber } from '../../clicks/index.ts'
import type { EntryPlace, History } from '../../links/history/index.ts'
import type { Links } from '../../links/links/index.ts'
import type { Microsites } from '../../microsites/microsites/index.ts'
import type { ExportStore } from './store.ts'

/** A line: its type, and its record, which may have a `type` of its own. */
export interface Line {
  type: string
  data: object
}

export interface AccountDataNeeds {
  store: ExportStore
  links: Links
  microsites: Microsites
  history: Pick<History, 'someOf'>
  run: Run
  /** The first day (UTC) whose individual clicks are still stored; null if none are. */
  keptSince: string | null
}

/** The account's data in parts of limited size, so that the writer can wait between parts. */
export async function* accountDataOf(
  needs: AccountDataNeeds,
  call: Call & { now: number },
): AsyncGenerator<Line[]> {
  const read = <O extends Operation>(operation: O, input: Partial<InputOf<O>> = {}): Promise<AnswerOf<O>> =>
    needs.run(operation, input as Record<string, unknown>, call)
  const { data: user } = await read(api.accounts.user)
  yield lines('user', [user])
  yield lines('quota', [(await read(api.accounts.quota)).data])
  yield lines('qr_settings', [(await read(api.qr.global)).data])
  yield lines('link_health', [(await read(api.linkHealth.watched)).data])
  // What belongs to the person, whose other workspaces are nobody's business here.
  const isOwn = call.caller.workspaceId === call.caller.personId
  if (isOwn) {
    yield lines('second_factor', [(await read(api.authenticators.secondFactor)).data])
    yield lines('passkey', (await read(api.authenticators.listPasskeys)).data)
    yield lines('identity', (await read(api.singleSignOn.methods)).data.identities)
    yield lines('session', (await read(api.sessions.list)).data)
  }
  yield lines('key', (await read(api.accounts.listKeys)).data)
  for await (const page of pages((after) => read(api.domains.list, { after, limit: 100 })))
    yield lines('domain', page)
  yield lines('application', (await read(api.applications.list)).data)
  const { data: apps } = await read(api.oauth.connectedApps)
  yield lines(
    'connected_app',
    isOwn ? apps : apps.filter(({ workspace }) => workspace.id === user.workspace.id),
  )
  yield lines('webhook', (await read(api.webhooks.list)).data)
  for await (const page of pages((after) => read(api.shopItems.list, { after, limit: 100 })))
    yield lines('shop_item', page)
  for await (const page of pages((after) => read(api.assets.list, { after, limit: 100 })))
    yield lines('asset', page)
  for await (const page of pages((after) => read(api.microsites.list, { after, limit: 100 })))
    for (const site of page) {
      yield lines('microsite', [site])
      const { data } = await read(api.components.list, { slug: site.id })
      yield lines(
        'component',
        data.map((component) => ({ microsite: site.id, ...component })),
      )
      yield* micrositeDays(needs, call, site)
    }
  yield lines('tag', (await read(api.tags.list)).data)
  yield lines('utm_template', (await read(api.utmTemplates.list)).data)
  yield lines('mistyped_code', (await read(api.mistypedCodes.list)).data)
  yield* links(needs, call)
  yield* history(needs, call)
  yield* days(needs, call)
  for await (const page of pages((before) => read(api.audit.list, { before, limit: 100 })))
    yield lines('audit_event', page)
}

// Days that are read at once: for a microsite with a hundred components, about ten thousand rows at most.
const daysAtOnce = 100

/** Views of a microsite and taps on its components, day by day since it was created. */
async function* micrositeDays(
  { store, microsites }: AccountDataNeeds,
  { caller: { workspaceId: userId }, now }: Call & { now: number },
  site: Microsite,
): AsyncGenerator<Line[]> {
  const { id } = await microsites.find({ userId, slug: site.id })
  const components = await microsites.componentsOf(id)
  const names = new Map<number, Line>([
    [subjectNumber('microsite', id), { type: 'microsite_day', data: { microsite: site.id } }],
    ...components.map(
      (row) =>
        [
          subjectNumber('component', row.id),
          { type: 'component_day', data: { microsite: site.id, component: row.public_id } },
        ] as const,
    ),
  ])
  const today = utcDay(now)
  for (let first = utcDay(site.created_at * 1000); first <= today; first = addDays(first, daysAtOnce)) {
    const days = Array.from({ length: daysAtOnce }, (_, index) => addDays(first, index))
    const rows = await store.countedDays(userId, [...names.keys()], days)
    yield rows.flatMap(({ link_id, counts: _counts, placements: _none, ...sums }) => {
      const name = names.get(link_id)
      return name ? [{ type: name.type, data: { ...name.data, ...sums } }] : []
    })
  }
}

function lines(type: string, records: readonly object[]): Line[] {
  return records.map((data) => ({ type, data }))
}

type Page<Item> = { data: Item[]; next_cursor: string | null }

async function* pages<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item[]> {
  let cursor: string | undefined
  do {
    const { data, next_cursor } = await read(cursor)
    yield data
    cursor = next_cursor ?? undefined
  } while (cursor !== undefined)
}

async function* links(
  { store, links }: AccountDataNeeds,
  { caller, now }: Call & { now: number },
): AsyncGenerator<Line[]> {
  for (let after = 0; ; ) {
    const some = await links.page(caller.workspaceId, after)
    const last = some.at(-1)
    if (!last) return
    const numbers = some.map(({ number }) => number)
    const styles = await store.stylesOf(caller.workspaceId, numbers)
    const styleOf = new Map(styles.map(({ link_id, ...style }) => [link_id, style]))
    const aliases = await links.aliasesOf(numbers)
    const planned = await store.plannedPlacements(caller.workspaceId, numbers)
    const plannedOf = new Map(planned.map(({ link_id, planned }) => [link_id, JSON.parse(planned)]))
    const health = await store.healthChoices(caller.workspaceId, numbers)
    const healthOf = new Map(health.map((choice) => [choice.id, choice]))
    yield lines(
      'link',
      some.map(({ number, record }) => ({
        ...record,
        aliases: aliases.get(number) ?? [],
        qr_settings: styleOf.get(number) ?? null,
        planned_placements: plannedOf.get(number) ?? [],
        watch: flagOrNull(healthOf.get(number)?.chosen),
        when_broken: healthOf.get(number)?.when_broken ?? null,
      })),
    )
    yield* plannedSwitches(
      store,
      caller.workspaceId,
      new Map(some.map(({ number, record }) => [number, record.id])),
    )
    yield* movedDays(store, { userId: caller.workspaceId, numbers, today: utcDay(now) })
    after = last.number
  }
}

/** Of these links, by number with their ids. */
async function* plannedSwitches(
  store: ExportStore,
  userId: number,
  ids: Map<number, string>,
): AsyncGenerator<Line[]> {
  for (let after = { link_id: 0, at: 0 }; ; ) {
    const some = await store.plannedSwitches(userId, [...ids.keys()], after)
    const last = some.at(-1)
    if (!last) return
    yield lines(
      'planned_switch',
      some.map(({ link_id, ...planned }) => ({ link: ids.get(link_id), ...planned })),
    )
    after = last
  }
}

function flagOrNull(stored: number | null | undefined): boolean | null {
  return stored == null ? null : stored === 1
}

// At most 500 rows together.
const movedLinksAtOnce = 50
const movedDaysAtOnce = 10

/**
 * The days of those of these links that came from another workspace. They have some on which this workspace has no clicks, so
 * they aren't found by its days.
 */
async function* movedDays(
  store: ExportStore,
  { userId, numbers, today }: { userId: number; numbers: number[]; today: string },
): AsyncGenerator<Line[]> {
  const moved = await store.moved(userId, numbers)
  const since = moved.length > 0 ? await store.firstLinkDay(userId) : null
  if (since === null) return
  for (let from = 0; from < moved.length; from += movedLinksAtOnce) {
    const names = new Map(
      moved.slice(from, from + movedLinksAtOnce).map(({ id, public_id }) => [id, public_id]),
    )
    for (let first = since; first <= today; first = addDays(first, movedDaysAtOnce)) {
      const days = Array.from({ length: movedDaysAtOnce }, (_, index) => addDays(first, index))
      const rows = await store.countedDays(userId, [...names.keys()], days)
      yield lines(
        'link_day',
        rows.map(({ link_id, counts, placements, ...sums }) => ({
          link: names.get(link_id),
          ...sums,
          counts: JSON.parse(counts),
          placements: JSON.parse(placements ?? '[]'),
        })),
      )
    }
  }
}

/** Who changed which links and microsites, as far as their histories go back. */
async function* history({ history }: AccountDataNeeds, { caller }: Call): AsyncGenerator<Line[]> {
  for (let after: EntryPlace | null = null; ; ) {
    const { entries, next } = await history.someOf(caller.workspaceId, after)
    if (!next) return
    yield lines(
      'history_entry',
      entries.map(({ thing, kind, ...entry }) => ({
        kind,
        [kind === 'microsite' || kind === 'component' ? 'microsite' : 'link']: thing,
        ...entry,
      })),
    )
    after = next
  }
}

/** Statistics day by day: of the account and each link, and the individual clicks that are still stored. */
async function* days(needs: AccountDataNeeds, call: Call): AsyncGenerator<Line[]> {
  const { store, keptSince } = needs
  const { workspaceId: userId } = call.caller
  for (let after = ''; ; ) {
    const some = await store.days(userId, after)
    const last = some.at(-1)
    if (!last) return
    for (const { day, counts, ...sums } of some) {
      yield lines('account_day', [{ day, ...sums, counts: JSON.parse(counts) }])
      yield* linkDays(store, userId, day)
      if (keptSince !== null && day >= keptSince) yield* clicks(store, userId, day)
    }
    after = last.day
  }
}

async function* linkDays(store: ExportStore, userId: number, day: string): AsyncGenerator<Line[]> {
  for (let after = 0; ; ) {
    const some = await store.linkDays(userId, day, after)
    const last = some.at(-1)
    if (!last) return
    yield lines(
      'link_day',
      some.map(({ link_id: _number, public_id, counts, placements, ...sums }) => ({
        link: public_id,
        day,
        ...sums,
        counts: JSON.parse(counts),
        placements: JSON.parse(placements ?? '[]'),
      })),
    )
    after = last.link_id
  }
}

async function* clicks(store: ExportStore, userId: number, day: string): AsyncGenerator<Line[]> {
  for (let after = 0; ; ) {
    const some = await store.clickBlocks(userId, day, after)
    const last = some.at(-1)
    if (!last) return
    for (const { content } of some) {
      const clicks = readClickBlock(content)
      const names = await store.publicIds(userId, [...new Set(clicks.map(({ linkId }) => linkId))])
      yield lines(
        'click',
        clicks.map(({ linkId, ...click }) => ({ link: names.get(linkId) ?? null, ...click })),
      )
    }
    after = last.id
  }
}
