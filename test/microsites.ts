// Creates microsites and components for tests, and reads them back.
import type { Account, Answer } from './instance.ts'

let made = 0

/** Creates a microsite for the account, with a unique slug unless one is given; returns its record. */
// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape.
export async function microsite(account: Account, fields: Record<string, unknown> = {}): Promise<any> {
  // No two slugs are one edit apart, or else visitors would be offered the other one.
  const number = ++made
  const body = { slug: `site-${number}-${number}`, title: 'Ana', kind: 'portfolio', ...fields }
  return dataOf(await account.call('POST /microsites', { body }))
}

/** The component operations of a microsite, called by its account. */
export function componentsOf(account: Account, slug: string) {
  const path = `/microsites/${slug}/components`
  const create = (kind: string, data: unknown = {}, fields: Record<string, unknown> = {}) =>
    account.call(`POST ${path}`, { body: { kind, data, ...fields } })
  return {
    create,
    /** Adds a component and returns its record; throws if it is refused. */
    add: async (kind: string, data: unknown = {}, fields: Record<string, unknown> = {}) =>
      dataOf(await create(kind, data, fields)),
    update: (id: string, kind: string, data: unknown = {}, active = true) =>
      account.call(`PUT ${path}/${id}`, { body: { active, kind, data } }),
    remove: (id: string) => account.call(`DELETE ${path}/${id}`),
    order: (orders: unknown) => account.call(`POST ${path}/order`, { body: { orders } }),
    all: async () => dataOf(await account.call(`GET ${path}`)),
    ids: async (): Promise<string[]> =>
      dataOf(await account.call(`GET ${path}`)).map(({ id }: { id: string }) => id),
  }
}

/** The status, the error code, and the path of the first field that it names. */
export function outcome({ status, body }: Answer): unknown[] {
  if (!body?.error) return [status]
  const { code, details } = body.error
  return details ? [status, code, details[0].path] : [status, code]
}

function dataOf(answer: Answer) {
  if (answer.status !== 200) throw new Error(`it was refused: ${answer.text}`)
  return answer.body.data
}
