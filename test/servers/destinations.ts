// Destinations of links that a test controls, and links that are watched, checked and broken.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { LinkHealth } from '@linnet/contract'
import type { Account, Instance } from '../instance.ts'
import { until } from '../timeouts.ts'

export const second = 1000
export const day = 24 * 60 * 60 * second
export const week = 7 * day

const servers: Server[] = []
/** Call it after all tests. */
export function stopDestinations(): void {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
}

let hosts = 1
/** A destination at an address of its own, which is asked once a second. With status 0, its page answers when the test wants. */
export async function destination(status = 200) {
  const paths: string[] = []
  const held: ServerResponse[] = []
  const state = {
    ...{ status, paths, url: '' },
    pages: () => paths.filter((path) => path !== '/robots.txt').length,
    /** Answers what waits for an answer. */
    release: (status: number) => {
      for (const response of held.splice(0)) response.writeHead(status).end()
    },
  }
  const server = createServer(({ url = '' }, response) => {
    paths.push(url)
    if (url === '/robots.txt') response.writeHead(404).end()
    else if (state.status > 0) response.writeHead(state.status).end()
    else held.push(response)
  })
  servers.push(server)
  const host = `127.0.3.${hosts++}`
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  state.url = `http://${host}:${(server.address() as { port: number }).port}/page`
  return state
}

export type Link = { id: string; short: string }

export const healthOf = async ({ call }: Pick<Account, 'call'>, { short }: Link): Promise<LinkHealth> =>
  (await call(`GET /links/${short}/health`)).body.data
export const choose = (account: Pick<Account, 'call'>, { short }: Link, body: object) =>
  account.call(`PUT /links/${short}/health`, { body })

export async function watched(account: Account, url: string, fields: object = {}): Promise<Link> {
  const link = await account.link({ long_url: url, ...fields })
  await choose(account, link, { watch: true })
  return link
}

/** Lets time pass until a check is due, and waits for it. */
export async function check(
  instance: Instance,
  account: Account,
  link: Link,
  pass = week,
): Promise<LinkHealth> {
  return (await checkAll(instance, account, [link], pass))[0] as LinkHealth
}

async function checkAll(
  instance: Instance,
  account: Account,
  links: readonly Link[],
  pass: number,
): Promise<LinkHealth[]> {
  const before = await Promise.all(links.map((link) => healthOf(account, link)))
  await instance.clock.advance(10 * second)
  await instance.clock.advance(pass + 10 * second)
  return await Promise.all(
    links.map((link, index) =>
      until('the link to be checked', async () => {
        const health = await healthOf(account, link)
        return health.checked_at !== before[index]?.checked_at && health
      }),
    ),
  )
}

/** Links with these settings that have just been found to be broken, each with a destination of its own. */
export async function broken<const Settings extends readonly object[]>(
  instance: Instance,
  account: Account,
  settings: Settings,
) {
  const made = await Promise.all(
    settings.map(async (fields) => {
      const target = await destination(404)
      return { target, link: await watched(account, target.url, fields) }
    }),
  )
  for (const pass of [week, day, day])
    await checkAll(
      instance,
      account,
      made.map(({ link }) => link),
      pass,
    )
  return made as { [Index in keyof Settings]: (typeof made)[number] }
}
