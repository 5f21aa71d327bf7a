// Plans that limit agents in tests, and checks for which calls were admitted.
import type { Account } from '../instance.ts'
import type { Outcome } from './mcp.ts'

/** The content of a PLANS_FILE. */
export const toolPlans = {
  unlimited: {},
  roomy: { requests_per_minute: 1_000_000 },
  pool: { mcp_calls: 25, requests_per_minute: 1000 },
  empty: { mcp_calls: 0 },
  closed: { hosted_mcp_enabled: false },
}

/** Runs something this many times at once. */
export const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** How many answers have this status. */
export const statuses = (outcomes: Outcome[], wanted: number) =>
  outcomes.filter(({ status }) => status === wanted).length

/** The account's tool calls of this month, as the API reports them. */
export const used = async (account: Account) => (await account.call('GET /quota')).body.data.mcp_calls

export const refusedByPool = ({ result }: Outcome) =>
  result?.isError === true && result.content[0].text.startsWith('plan_limit: ')
