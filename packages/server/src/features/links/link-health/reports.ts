// Tells owners which of their links have broken: at most one e-mail a day for each workspace.
import type { Link } from '@linnet/contract'
import { dashboardPath } from '@linnet/contract/workspace-addresses'
import type { Mailer, Message } from '../../../platform/net/mail.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import type { Links } from '../links/index.ts'
import type { CheckStore } from './store.ts'

export interface ReportNeeds {
  store: CheckStore
  links: Pick<Links, 'record'>
  mailer: Mailer
  workspaces: Pick<Workspaces, 'owners'>
  publicOrigin: string
}

const daySeconds = 24 * 60 * 60
const workspacesAtOnce = 100
const mostNamed = 20

/** `now` in milliseconds. */
export async function reportBroken(needs: ReportNeeds, now: number): Promise<void> {
  const time = unixSeconds(now)
  const since = time - daySeconds
  for (const userId of await needs.store.toReport(since, workspacesAtOnce)) {
    const ids = await needs.store.takeReport(userId, { since, now: time })
    if (ids.length > 0) await report(needs, userId, ids)
  }
}

async function report(
  { links, mailer, workspaces, publicOrigin }: ReportNeeds,
  userId: number,
  ids: readonly number[],
): Promise<void> {
  const found = await Promise.all(ids.slice(0, mostNamed).map((id) => links.record(id)))
  const named = found.filter((link) => link !== null)
  if (named.length === 0) return
  for (const { email, shared } of await workspaces.owners([userId])) {
    const address = `${publicOrigin}${dashboardPath(shared)}/links/broken`
    mailer.send(message(email, named, { count: ids.length, address }))
  }
}

function message(
  to: string,
  links: readonly Link[],
  { count, address }: { count: number; address: string },
): Message {
  const what = count === 1 ? 'One of your links is broken' : `${count} of your links are broken`
  const more = count - links.length
  return {
    to,
    subject: what,
    text: [
      `${what}: ${count === 1 ? 'its destination has' : 'their destinations have'} failed three checks over at least two days.`,
      [
        ...links.map(({ short_url, long_url }) => `${short_url}\n  ${cut(long_url)}`),
        ...(more > 0 ? [`and ${more} more`] : []),
      ].join('\n'),
      `See what the checks found, and choose new destinations: ${address}`,
      'You get this e-mail at most once a day, because these links are watched. You can turn that off on the same page.',
    ].join('\n\n'),
  }
}

const cut = (url: string) => (url.length > 200 ? `${url.slice(0, 200).toWellFormed()}…` : url)
