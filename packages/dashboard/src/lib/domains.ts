// All custom domains of the account, for menus, where a single page of results would hide some.
import type { Domain } from '@linnet/contract'
import { client } from './client.ts'

export async function allDomains(signal: AbortSignal): Promise<Domain[]> {
  const domains: Domain[] = []
  let after: string | undefined
  do {
    const { data, next_cursor } = await client.domains.list({ after, limit: 100 }, { signal })
    domains.push(...data)
    after = next_cursor ?? undefined
  } while (after)
  return domains
}
