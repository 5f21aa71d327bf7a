// Reads everything that an account has through the API, so that tests can compare two ways of changing it.
import type { Account } from './instance.ts'

interface Named {
  short: string
  slug: string
}

/** Links with their QR codes, microsites with their components, the account's QR code and its quota usage. */
export async function accountDataOf(account: Account): Promise<unknown> {
  const read = async (path: string) => {
    const answer = await account.call(`GET ${path}`)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.text}`)
    return answer.body.data
  }
  const links: Named[] = await read('/links?status=all&limit=100')
  const microsites: Named[] = await read('/microsites?limit=100')
  // A tool call counts against the quota, whatever its outcome.
  const { mcp_calls: _, ...quota } = await read('/quota')
  return {
    links,
    codes: await Promise.all(links.map(({ short }) => read(`/links/${short}/qr`))),
    code: await read('/qr'),
    microsites,
    components: await Promise.all(microsites.map(({ slug }) => read(`/microsites/${slug}/components`))),
    quota,
  }
}
