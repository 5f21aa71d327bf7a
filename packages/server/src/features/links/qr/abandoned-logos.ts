// Notifies owners by e-mail and in the audit log when a logo was abandoned because its jobs never finished.
import { dashboardPath } from '@linnet/contract/workspace-addresses'
import type { Mailer, Message } from '../../../platform/net/mail.ts'
import { type Audit, theServer } from '../../identity/audit/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import type { AbandonedLogo, LogoStore } from './logo-store.ts'

const ownersAtOnce = 50
const mostNamed = 10

export interface AbandonedLogoNeeds {
  logos: LogoStore
  audit: Pick<Audit, 'write'>
  mailer: Mailer
  workspaces: Pick<Workspaces, 'owners'>
  publicOrigin: string
}

/** Sends one message to each owner, as many as the mailer has room for. `now` in milliseconds. */
export async function notifyOwners(needs: AbandonedLogoNeeds, now: number): Promise<void> {
  const { logos, audit, mailer, workspaces, publicOrigin } = needs
  const owners = Math.min(ownersAtOnce, mailer.room())
  if (owners === 0) return
  const taken = await logos.takeAbandoned(owners, async (tx, abandoned) => {
    for (const { user_id, logo } of abandoned) {
      const detail = { host: hostOf(logo) }
      await audit.write(tx, { userId: user_id, action: 'logo_given_up', detail, client: theServer, now })
    }
  })
  const byWorkspace = Map.groupBy(taken, ({ user_id }) => user_id)
  const addresses = await workspaces.owners([...byWorkspace.keys()])
  for (const { workspaceId, email, shared } of addresses) {
    const logos = byWorkspace.get(workspaceId) ?? []
    mailer.send(abandonedMessage(logos, email, `${publicOrigin}${dashboardPath(shared)}/qr`))
  }
}

function abandonedMessage(logos: AbandonedLogo[], to: string, dashboardUrl: string): Message {
  const one = logos.length === 1
  const hosts = logos.slice(0, mostNamed).map(({ logo }) => hostOf(logo))
  if (logos.length > mostNamed) hosts.push(`and ${logos.length - mostNamed} more`)
  return {
    to,
    subject: one ? 'A QR code logo could not be processed' : 'Some QR code logos could not be processed',
    text: [
      one
        ? 'The logo for your QR codes from this site could not be processed:'
        : 'The logos for your QR codes from these sites could not be processed:',
      hosts.join('\n'),
      `Processing stopped before it finished, and we won't try again. Your QR codes still work, without the logo.`,
      `To use a logo, save it as a PNG and set it again: ${dashboardUrl}`,
    ].join('\n\n'),
  }
}

/** The host alone: the rest of an address may be a secret, and e-mail is not confidential. */
function hostOf(address: string): string {
  return URL.parse(address)?.host ?? ''
}
