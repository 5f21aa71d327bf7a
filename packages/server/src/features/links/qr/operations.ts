// The operations on the styles of QR codes, for a link and for the whole account.
import { type Api, invalidField, type QrSettings, Refusal } from '@linnet/contract'
import { withPlacement } from '@linnet/contract/placement-names'
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import type { Change } from '../../../platform/operations/change.ts'
import type { Handler, Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { History } from '../history/index.ts'
import type { Links } from '../links/index.ts'
import { isScannable, scannableLike } from './colors.ts'
import { styleChanges } from './history.ts'
import { contentOf, type Pictures } from './pictures.ts'
import { ofAccount, type QrStore, type StyleChange } from './store.ts'
import { type QrStyle, settingsRecord, styleOf } from './styles.ts'

const lookupMilliseconds = 2000
// The preview's code if neither a link nor a slug is given.
const sampleCode = 'example'

export interface QrOperationNeeds {
  store: QrStore
  links: Links
  history: History
  pictures: Pictures
  outgoing: Outgoing
  /** Starts fetching logos that are due. */
  startLogos(): void
}

/** Whose style it is: a link's, or the account's with `linkId` 0 and no address. */
interface StyleOwner {
  userId: number
  linkId: number
  address: string | null
}

interface StyleInput {
  logo?: string | null
  color?: string | null
}

export function qrOperations(needs: QrOperationNeeds): Handlers<Api['qr']> {
  const { links } = needs

  async function linkOwner(userId: number, named: { short: string; domain?: string }): Promise<StyleOwner> {
    const link = await links.find({ userId, short: named.short, domain: named.domain })
    return { userId, linkId: link.id, address: links.addressOf(link).short_url }
  }

  return {
    async global(_input, { caller }) {
      return { data: await settingsOf(needs, accountOwner(caller.workspaceId)) }
    },
    async setGlobal(input, { caller, now }) {
      return {
        data: await changeStyle(needs, accountOwner(caller.workspaceId), { ...input, now, change: null }),
      }
    },
    async link(input, { caller }) {
      return { data: await settingsOf(needs, await linkOwner(caller.workspaceId, input)) }
    },
    async setLink({ short, domain, ...input }, { caller, now, change }) {
      const owner = await linkOwner(caller.workspaceId, { short, domain })
      return { data: await changeStyle(needs, owner, { ...input, now, change }) }
    },
    preview: preview(needs),
  }
}

function accountOwner(userId: number): StyleOwner {
  return { userId, linkId: ofAccount, address: null }
}

async function savedStyle(store: QrStore, tx: Tx | null, { userId, linkId }: StyleOwner): Promise<QrStyle> {
  return styleOf(await store.styles(tx, userId, linkId), linkId)
}

async function settingsOf({ store }: QrOperationNeeds, owner: StyleOwner): Promise<QrSettings> {
  return settingsRecord(await savedStyle(store, null, owner), owner.address)
}

async function changeStyle(
  needs: QrOperationNeeds,
  owner: StyleOwner,
  { logo, color, now, change: recorded }: StyleInput & { now: number; change: Change | null },
): Promise<QrSettings> {
  const { store, outgoing, startLogos } = needs
  const { userId, linkId } = owner
  if (logo) {
    const fault = await outgoing.faultAfterLookup(logo, lookupMilliseconds)
    if (fault !== null) throw invalidField('logo', fault)
  }
  const changed: StyleChange = {
    ...(color === undefined ? {} : { color: color || null }),
    ...(logo === undefined ? {} : logoChange(logo || null, now)),
  }
  const record = await store.transaction(async (tx) => {
    if (Object.keys(changed).length > 0) {
      const isAccounts =
        linkId !== ofAccount && logo && logo === (await savedStyle(store, tx, accountOwner(userId))).logo
      const change = isAccounts ? { ...changed, ...noOwnLogo } : changed
      const write = () => store.change(tx, { user_id: userId, link_id: linkId }, change, unixSeconds(now))
      if (recorded)
        await recordStyle(needs, tx, owner, {
          write,
          hasNewLogo: !isAccounts && Boolean(logo),
          recorded,
          now,
        })
      else await write()
      await store.announce(tx, userId)
    }
    return settingsRecord(await savedStyle(store, tx, owner), owner.address)
  })
  if (logo) startLogos()
  return record
}

interface RecordedStyle {
  write(): Promise<void>
  hasNewLogo: boolean
  recorded: Change
  /** Milliseconds. */
  now: number
}

/** Changes the style of a link, and adds what changed to the link's history. */
async function recordStyle(
  { store, links, history }: QrOperationNeeds,
  tx: Tx,
  { userId, linkId }: StyleOwner,
  { write, hasNewLogo, recorded, now }: RecordedStyle,
): Promise<void> {
  if (!(await links.lockOwn(tx, userId, linkId))) throw new Refusal('not_found')
  const before = await store.stored(tx, userId, linkId)
  await write()
  const changes = styleChanges(before, await store.stored(tx, userId, linkId), hasNewLogo)
  const entry = { subject: linkId, userId, kind: 'qr', action: 'updated' } as const
  if (changes) await history.record(tx, recorded, { ...entry, changes, now })
}

function preview({ store, links, pictures }: QrOperationNeeds): Handler<Api['qr']['preview']> {
  return async (
    { short, domain, placement, slug = sampleCode, color, width },
    { caller: { workspaceId: userId } },
  ) => {
    const link = short === undefined ? null : await links.find({ userId, short, domain })
    // A slug on a custom domain is named by its microsite's id, because other domains can have the same.
    const microsite = slug.startsWith('mic_') ? await store.micrositePlace(userId, slug) : undefined
    const address = links.addressOf(link ?? microsite ?? { code: slug, domain_name: null }).short_url
    const saved = await savedStyle(store, null, { userId, linkId: link?.id ?? ofAccount, address })
    const style = { ...saved, color: color ?? saved.color }
    const scannable = isScannable(style.color)
    const content = contentOf(address)
    const text = placement === undefined ? content : withPlacement(content, placement)
    return {
      data: {
        svg: await pictures.preview(userId, text, style, width),
        scannable,
        darker: scannable ? null : scannableLike(style.color),
      },
    }
  }
}

/** For a link that follows its account. */
const noOwnLogo: StyleChange = {
  logo: null,
  logo_status: null,
  logo_image: null,
  logo_due_at: null,
  logo_tries: 0,
  logo_claims: 0,
  logo_given_up_at: null,
}

/** A logo is fetched again even if its address is the same, because the image there may have changed. */
function logoChange(logo: string | null, now: number): StyleChange {
  return {
    // Empty, not null: the link has no logo, even if the account has one.
    logo: logo ?? '',
    logo_status: logo === null ? null : 'pending',
    logo_image: null,
    logo_due_at: logo === null ? null : unixSeconds(now),
    logo_tries: 0,
    logo_claims: 0,
    logo_given_up_at: null,
  }
}
