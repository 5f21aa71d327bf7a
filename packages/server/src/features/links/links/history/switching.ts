// Planned switches: gives links new destinations at the planned times, or later if the service was down.
import { Refusal } from '@linnet/contract'
import { dashboardPath } from '@linnet/contract/workspace-addresses'
import type { Mailer } from '../../../../platform/net/mail.ts'
import { changeBy } from '../../../../platform/operations/change.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Workspaces } from '../../../identity/workspaces/index.ts'
import { addressOf } from '../links.ts'
import { type PuttingBackNeeds, putBack, requireStateAllowed } from './putting-back.ts'
import type { DueSwitch } from './store.ts'

const switchesAtOnce = 100
const mostNamed = 20

export interface SwitchingNeeds extends PuttingBackNeeds {
  mailer: Mailer
  workspaces: Pick<Workspaces, 'owners'>
  publicOrigin: string
}

export interface Switching {
  /** Carries out every switch whose time has come, each exactly once, in the order of their times. `now` is in milliseconds. */
  makeDue(now: number): Promise<void>
  /** Notifies the owners of refused switches in one e-mail, because an editor could plan thousands, and have them refused. */
  notifyOwners(): Promise<void>
}

/** Refused switches of one workspace; only the first are named. */
interface Refused {
  first: DueSwitch[]
  count: number
}

export function createSwitching(needs: SwitchingNeeds): Switching {
  const refused = new Map<number, Refused>()
  const note = (planned: DueSwitch) => {
    const { first, count } = refused.get(planned.user_id) ?? { first: [], count: 0 }
    if (count < mostNamed) first.push(planned)
    refused.set(planned.user_id, { first, count: count + 1 })
  }
  return {
    async makeDue(now) {
      for (;;) {
        const due = await needs.linkHistory.due(unixSeconds(now), switchesAtOnce)
        for (const planned of due) if (await isRefused(needs, planned, now)) note(planned)
        if (due.length < switchesAtOnce) return
      }
    },
    async notifyOwners() {
      for (const [userId, ofOne] of [...refused]) {
        refused.delete(userId)
        await notifyOwners(needs, userId, ofOne)
      }
    },
  }
}

/** Carries out a switch, unless its destination is no longer allowed. Returns whether it was refused. */
async function isRefused(needs: SwitchingNeeds, planned: DueSwitch, now: number): Promise<boolean> {
  const { store, linkHistory } = needs
  const { link_id: id, user_id: userId, long_url } = planned
  let refusal: Refusal | null = null
  try {
    await requireStateAllowed(needs, userId, { long_url })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'unavailable') throw error
    refusal = error
  }
  return await store.transaction(async (tx) => {
    if (!(await linkHistory.takeSwitch(tx, planned))) return false
    if (refusal) return true
    // A deleted link may still come back, but what was planned for it meanwhile has passed.
    const link = { id, userId }
    try {
      await putBack(needs, tx, {
        ...{ link, state: { long_url }, action: 'switched', now },
        change: changeBy('schedule', now),
        mayArchive: false,
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
    return false
  })
}

async function notifyOwners(
  { store, addresses, mailer, workspaces, publicOrigin }: SwitchingNeeds,
  userId: number,
  { first: some, count }: Refused,
): Promise<void> {
  const named: { short_url: string; host: string }[] = []
  for (const { link_id, long_url } of some) {
    const link = await store.find(link_id)
    if (link?.user_id !== userId) continue
    named.push({ ...addressOf(addresses, link), host: URL.parse(long_url)?.host ?? '' })
  }
  const [first] = named
  if (!first) return
  const more = count - named.length
  for (const { email, shared } of await workspaces.owners([userId]))
    mailer.send({
      to: email,
      subject:
        count === 1 ? `${first.short_url} was not switched` : `${count} planned switches were not made`,
      text: [
        'These planned switches were not made, because their destinations are no longer allowed. The links still lead where they did before.',
        [
          ...named.map(({ short_url, host }) => `${short_url}\n  planned: a page at ${host}`),
          ...(more > 0 ? [`and ${more} more`] : []),
        ].join('\n'),
        `Choose other destinations: ${publicOrigin}${dashboardPath(shared)}/links`,
      ].join('\n\n'),
    })
}
