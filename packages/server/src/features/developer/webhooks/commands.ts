// The command `webhook create`.
import { type EventType, eventTypes, TargetUrl, validate } from '@linnet/contract'
import { type Command, CommandError, type CommandShape, emailOption } from '../../../platform/command.ts'
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type Audit, commandLine } from '../../identity/audit/index.ts'
import { createEndpoint, requireReachable } from './endpoints.ts'
import type { WebhookStore } from './store.ts'

/** How the commands are called. */
export const webhookCommandShapes = {
  create: {
    name: 'webhook create',
    summary: 'Create a webhook; its secret is shown only once',
    options: {
      email: emailOption,
      url: { kind: 'value', required: true, meaning: 'Address that receives the events', placeholder: 'URL' },
      events: {
        kind: 'value',
        required: true,
        meaning: '"all", or events separated by commas',
        placeholder: 'EVENTS',
      },
    },
  },
} satisfies Record<string, CommandShape>

export interface WebhookCommandNeeds {
  store: WebhookStore
  audit: Audit
  clock: Clock
  outgoing: Outgoing
  /** Throws if the configured key is not the server's. */
  secrets(): Promise<Secrets>
  userIdByEmail(email: string): Promise<number | null>
}

export function webhookCommands(needs: WebhookCommandNeeds): Command[] {
  const { store, audit, clock, outgoing, userIdByEmail } = needs
  return [
    {
      ...webhookCommandShapes.create,
      async run({ email = '', url = '', events: list = '' }) {
        const fault = validate(TargetUrl, url).details?.[0]?.message
        if (fault) throw new CommandError(`the address ${fault}`)
        const events = eventsNamed(list)
        const userId = await userIdByEmail(email)
        if (userId === null) throw new CommandError(`there is no account with the e-mail ${email}`)
        await requireReachable(outgoing, url)
        const secrets = await needs.secrets()
        const { row, secret } = await store.change(userId, (tx) =>
          createEndpoint({ store, audit, secrets }, tx, {
            ...{ userId, url, events, description: '', subscriber: null },
            client: commandLine,
            now: clock.now(),
          }),
        )
        return { id: row.public_id, url, events, secret }
      },
      format: ({ id, url, secret }) =>
        `id:     ${id}\nurl:    ${url}\nsecret: ${secret}\n\nSave the secret now: it is not shown again.`,
    },
  ]
}

/** The events that an option names, in the order of the contract. */
function eventsNamed(list: string): EventType[] {
  if (list.trim() === 'all') return [...eventTypes]
  const words = list.split(/[\s,]+/).filter(Boolean)
  const known: readonly string[] = eventTypes
  const unknown = words.filter((word) => !known.includes(word))
  if (unknown.length > 0 || words.length === 0)
    throw new CommandError(
      `${unknown.length > 0 ? `unknown event ${unknown.join(', ')}` : 'no event given'}; the events are ${eventTypes.join(', ')}, or "all"`,
    )
  return eventTypes.filter((type) => words.includes(type))
}
