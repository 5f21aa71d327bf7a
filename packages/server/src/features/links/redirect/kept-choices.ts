// Keeps where a visitor is to go from the page with a form until the form is sent: the form's request has no referrer of its
// own, and an hour, a day or the link may end meanwhile, but visitors have to go where the page said.
import type { Secrets } from '../../../platform/security/secrets.ts'
import type { ChosenDestination } from '../links/index.ts'
import type { Choice } from '../redirect-rules/index.ts'
import type { LinkVisit } from './link-visit.ts'

const dayMilliseconds = 86_400_000

type Chosen = Choice<ChosenDestination> | null

export class KeptChoices {
  constructor(private readonly needs: { secrets: Pick<Secrets, 'proof' | 'isProof'> }) {}

  /** The choice as a field of a form, valid until the end of the next day (UTC); null if the link has no rules. */
  write(visit: LinkVisit): string | null {
    if (visit.target.policy.rules === null) return null
    const proof = this.needs.secrets.proof(textOf(visit, visit.choice, dayOf(visit)))
    return `${numbersOf(visit.choice)}.${proof}`
  }

  /** The choice that a form was shown with; undefined if it is none of this link, too old, or leads elsewhere by now. */
  read(visit: LinkVisit, token: string | null): Chosen | undefined {
    const [rule, destination] = token?.split('.', 2).map(Number) ?? []
    const choice = this.find(visit, rule, destination)
    if (choice === undefined) return undefined
    const proof = token?.split('.').at(-1) ?? ''
    const isValid = this.isProof((day) => textOf(visit, choice, day), visit, proof)
    return isValid ? choice : undefined
  }

  /** The address of a link that is not active, as a field of the form of the page that shows it. */
  writeEnded(visit: LinkVisit, location: string): string {
    return `ended.${this.needs.secrets.proof(endedText(visit, location, dayOf(visit)))}`
  }

  /** Whether a form was shown with this address. */
  hasShownEnded(visit: LinkVisit, location: string, token: string | null): boolean {
    const [kind, proof = ''] = token?.split('.') ?? []
    return kind === 'ended' && this.isProof((day) => endedText(visit, location, day), visit, proof)
  }

  /** Forms are good for the day (UTC) on which they were shown, and the next. */
  private isProof(textOn: (day: number) => string, visit: LinkVisit, proof: string): boolean {
    const today = dayOf(visit)
    return [today, today - 1].some((day) => this.needs.secrets.isProof(textOn(day), proof))
  }

  private find({ target }: LinkVisit, rule?: number, destination?: number): Chosen | undefined {
    if (rule === 0) return null
    const found = target.policy.rules?.rules.find(({ number }) => number === rule)
    const one = found?.destinations.find(({ number }) => number === destination)
    return found && one ? { rule: found, destination: one } : undefined
  }
}

function numbersOf(choice: Chosen): string {
  return choice ? `${choice.rule.number}.${choice.destination.number}` : '0.0'
}

/** What is proved: an address that has changed since is another choice. */
function textOf({ target }: LinkVisit, choice: Chosen, day: number): string {
  const location = choice ? choice.destination.extra.location : target.location
  return `choice ${day} ${target.id} ${numbersOf(choice)} ${location}`
}

function endedText({ target }: LinkVisit, location: string, day: number): string {
  return `ended ${day} ${target.id} ${location}`
}

function dayOf({ now }: LinkVisit): number {
  return Math.floor(now / dayMilliseconds)
}
