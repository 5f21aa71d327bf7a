// Makes microsites and components for tests, and reads what they hold.
import type { Account, Answer } from './instance.ts'

let made = 0

/** A new microsite of the account, at a slug of its own where none is given: its record. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
export async function microsite(account: Account, fields: Record<string, unknown> = {}): Promise<any> {
  const body = { slug: `site-${++made}`, title: 'Ana', kind: 'portfolio', ...fields }
  return dataOf(await account.call('POST /microsites', { body }))
}

/** What the account may do with the components of a microsite. */
export function componentsOf(account: Account, slug: string) {
  const path = `/microsites/${slug}/components`
  const create = (kind: string, data: unknown = {}, fields: Record<string, unknown> = {}) =>
    account.call(`POST ${path}`, { body: { kind, data, ...fields } })
  return {
    create,
    /** Adds one, failing the test where that is refused; gives its record. */
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

/** A status with the code of the refusal, and the path of its first field. */
export function outcome({ status, body }: Answer): unknown[] {
  if (!body?.error) return [status]
  const { code, details } = body.error
  return details ? [status, code, details[0].path] : [status, code]
}

function dataOf(answer: Answer) {
  if (answer.status !== 200) throw new Error(`it was refused: ${answer.text}`)
  return answer.body.data
}
