// The commands `domain add` and `domain verify`, with which an operator gives an account a custom domain.
import type { Domain } from '@linnet/contract'
import { type Command, CommandError, type CommandShape, emailOption } from '../../../platform/command.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { LookUpTexts } from './dns.ts'
import { domainRecord, newClaim, normalDomain } from './domains.ts'
import { takeDomain, type Verification, verifyDomain } from './verifying.ts'

const domain = { kind: 'value', required: true, meaning: 'The domain', placeholder: 'DOMAIN' } as const

/** The names and options of the commands. */
export const domainCommandShapes = {
  add: {
    name: 'domain add',
    summary: 'Give an account a custom domain',
    options: {
      email: emailOption,
      domain,
      verified: { kind: 'flag', meaning: 'Skip the DNS check, if you know that the domain is theirs' },
    },
  },
  verify: {
    name: 'domain verify',
    summary: 'Verify a domain by its DNS record',
    options: { email: emailOption, domain },
  },
} satisfies Record<string, CommandShape>

export interface DomainCommandNeeds extends Verification {
  clock: Clock
  lookUpTexts: LookUpTexts
  userIdByEmail(email: string): Promise<number | null>
}

export function domainCommands(needs: DomainCommandNeeds): Command[] {
  const { store, clock, lookUpTexts, userIdByEmail } = needs

  async function userNamed(address: string): Promise<number> {
    const id = await userIdByEmail(address)
    if (id === null) throw new CommandError(`there is no account with the e-mail ${address}`)
    return id
  }

  return [
    {
      ...domainCommandShapes.add,
      async run({ email = '', domain = '', verified }) {
        const name = normalDomain(domain)
        const row = await store.claim(newClaim(await userNamed(email), name, clock.now()), null)
        const isKnown = verified !== undefined && row.verified_at === null
        return {
          ...(isKnown ? await takeDomain(needs, row, clock.now(), { isVouched: true }) : domainRecord(row)),
        }
      },
      format,
    },
    {
      ...domainCommandShapes.verify,
      async run({ email = '', domain = '' }) {
        const row = await store.byName(await userNamed(email), normalDomain(domain))
        if (!row) throw new CommandError(`${email} has not added the domain ${domain}; see linnet domain add`)
        return { ...(await verifyDomain(needs, lookUpTexts, row, clock.now())) }
      },
      format,
    },
  ]
}

function format(result: Record<string, unknown>): string {
  const { domain, verified, record } = result as Domain
  return verified
    ? `Domain ${domain} is verified: links can use it now.`
    : `Create this DNS record, then run linnet domain verify:\n${record.name} TXT ${record.value}`
}
