// The operations on how QR codes look, for one link and for all of an account.
import { type Api, invalidField, type QrSettings } from '@linnet/contract'
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Links } from '../links/index.ts'
import { isScannable, scannableLike } from './colors.ts'
import { type Pictures, textOf } from './pictures.ts'
import { type LookChange, ofAccount, type QrStore } from './store.ts'
import { settingsRecord, styleOf } from './styles.ts'

const lookupMilliseconds = 2000
// Of no link in particular.
const sampleCode = 'example'

export interface QrOperationNeeds {
  store: QrStore
  links: Links
  pictures: Pictures
  outgoing: Outgoing
  /** Says that a logo is to be fetched. */
  nudge(): void
}

interface Asked {
  logo?: string | null
  color?: string | null
}

export function qrOperations(needs: QrOperationNeeds): Handlers<Api['qr']> {
  const { store, links, pictures, outgoing, nudge } = needs

  async function accountLogo(tx: Tx, userId: number): Promise<string | null> {
    return styleOf(await store.looks(tx, userId, ofAccount), ofAccount).logo
  }

  async function settings(userId: number, linkId: number, address: string | null): Promise<QrSettings> {
    return settingsRecord(styleOf(await store.looks(null, userId, linkId), linkId), address)
  }

  async function change(
    { userId, linkId, address }: { userId: number; linkId: number; address: string | null },
    { logo, color }: Asked,
    now: number,
  ): Promise<QrSettings> {
    if (logo) {
      const refusal = await outgoing.refusalAfterLookup(logo, lookupMilliseconds)
      if (refusal !== null) throw invalidField('logo', refusal)
    }
    const changed: LookChange = {
      ...(color === undefined ? {} : { color: color || null }),
      ...(logo === undefined ? {} : logoChange(logo || null, now)),
    }
    const record = await store.transaction(async (tx) => {
      if (Object.keys(changed).length > 0) {
        const isAccounts = linkId !== ofAccount && logo && logo === (await accountLogo(tx, userId))
        const kept = isAccounts ? { ...changed, ...noOwnLogo } : changed
        await store.change(tx, { user_id: userId, link_id: linkId }, kept, unixSeconds(now))
        await store.announce(tx, userId)
      }
      return settingsRecord(styleOf(await store.looks(tx, userId, linkId), linkId), address)
    })
    if (logo) nudge()
    return record
  }

  return {
    async global(_input, { caller }) {
      return { data: await settings(caller.userId, ofAccount, null) }
    },
    async setGlobal(input, { caller, now }) {
      return { data: await change({ userId: caller.userId, linkId: ofAccount, address: null }, input, now) }
    },
    async link({ short, domain }, { caller: { userId } }) {
      const link = await links.find({ userId, short, domain })
      return { data: await settings(userId, link.id, links.addressOf(link).short_url) }
    },
    async setLink({ short, domain, ...input }, { caller: { userId }, now }) {
      const link = await links.find({ userId, short, domain })
      const address = links.addressOf(link).short_url
      return { data: await change({ userId, linkId: link.id, address }, input, now) }
    },
    async preview({ short, domain, slug = sampleCode, color, width }, { caller: { userId } }) {
      const link = short === undefined ? null : await links.find({ userId, short, domain })
      const linkId = link?.id ?? ofAccount
      const saved = styleOf(await store.looks(null, userId, linkId), linkId)
      const look = { ...saved, color: color ?? saved.color }
      const address = links.addressOf(link ?? { code: slug, domain_name: null }).short_url
      const scannable = isScannable(look.color)
      return {
        data: {
          svg: await pictures.preview(userId, textOf(address), look, width),
          scannable,
          darker: scannable ? null : scannableLike(look.color),
        },
      }
    },
  }
}

/** Of a link that is as the account. */
const noOwnLogo: LookChange = {
  logo: null,
  logo_status: null,
  logo_image: null,
  logo_due_at: null,
  logo_tries: 0,
  logo_claims: 0,
  logo_given_up_at: null,
}

/** A logo is fetched anew also where it is the same address: what is there may have changed. */
function logoChange(logo: string | null, now: number): LookChange {
  return {
    // Empty, not null: for a link it means none, whatever the account has.
    logo: logo ?? '',
    logo_status: logo === null ? null : 'pending',
    logo_image: null,
    logo_due_at: logo === null ? null : unixSeconds(now),
    logo_tries: 0,
    logo_claims: 0,
    logo_given_up_at: null,
  }
}
