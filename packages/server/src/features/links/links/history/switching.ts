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

export interface SwitchingNeeds extends PuttingBackNeeds {
  mailer: Mailer
  workspaces: Pick<Workspaces, 'owners'>
  publicOrigin: string
}

/** Carries out every switch whose time has come, each exactly once, in the order of their times. `now` is in milliseconds. */
export async function makeDueSwitches(needs: SwitchingNeeds, now: number): Promise<void> {
  for (;;) {
    const due = await needs.linkHistory.due(unixSeconds(now), switchesAtOnce)
    for (const planned of due) await makeSwitch(needs, planned, now)
    if (due.length < switchesAtOnce) return
  }
}

async function makeSwitch(needs: SwitchingNeeds, planned: DueSwitch, now: number): Promise<void> {
  const { store, linkHistory } = needs
  const { link_id: id, user_id: userId, long_url } = planned
  let refusal: Refusal | null = null
  try {
    await requireStateAllowed(needs, userId, { long_url })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'unavailable') throw error
    refusal = error
  }
  const wasRefused = await store.transaction(async (tx) => {
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
  if (wasRefused) await tellOwners(needs, planned)
}

async function tellOwners(
  { store, addresses, mailer, workspaces, publicOrigin }: SwitchingNeeds,
  { link_id, user_id, long_url }: DueSwitch,
): Promise<void> {
  const link = await store.find(link_id)
  if (!link || link.user_id !== user_id) return
  const { short_url } = addressOf(addresses, link)
  const host = URL.parse(long_url)?.host ?? ''
  for (const { email, shared } of await workspaces.owners([user_id]))
    mailer.send({
      to: email,
      subject: `${short_url} was not switched`,
      text: [
        `You planned to switch ${short_url} to a page at ${host}. That destination is no longer allowed, so the link still leads where it did before.`,
        `Choose another destination: ${publicOrigin}${dashboardPath(shared)}/links`,
      ].join('\n\n'),
    })
}
