// Simulated users who create links during faults: one by one or in bulk, with or without retries, or with today as the archive date.
import type { Person, PersonContext } from './people.ts'

/** Creates links, and retries those without a response with the same Idempotency-Key, which must not create a second one. */
export function persistentCreator({ service, record, random }: PersonContext, name: string): Person {
  let number = 0
  let isSent = false
  return {
    async act() {
      const title = `${name} ${number}`
      const body = { long_url: `https://example.com/${name}/${number}`, title }
      const again = isSent
      isSent = true
      record.perhaps.add(title)
      const reply = await service.call('POST /links', { body, headers: { 'idempotency-key': title } })
      record.perhaps.delete(title)
      record.created.set(title, reply.body.data)
      record.changes++
      number++
      isSent = false
      if (!again && random.below(3) > 0) return
      const repeated = await service.call('POST /links', { body, headers: { 'idempotency-key': title } })
      if (repeated.body.data.id !== reply.body.data.id) throw new Error(`${title} was created twice`)
    },
  }
}

/** Creates links without retries: one without a response may exist, once. */
export function hastyCreator({ service, record }: PersonContext, name: string): Person {
  let number = 0
  return {
    async act() {
      const title = `${name} ${number++}`
      record.perhaps.add(title)
      const body = { long_url: `https://example.com/${name}/${number}`, title }
      const reply = await service.call('POST /links', { body })
      record.perhaps.delete(title)
      record.created.set(title, reply.body.data)
      record.changes++
    },
  }
}

/** Creates several links at once without retries: those without a response may exist, once. */
export function bulkCreator({ service, record, random }: PersonContext, name: string): Person {
  let number = 0
  return {
    async act() {
      const links = Array.from({ length: 2 + random.below(4) }, () => ({
        long_url: `https://example.com/${name}/${number}`,
        title: `${name} ${number++}`,
      }))
      for (const { title } of links) record.perhaps.add(title)
      const { items } = (await service.call('POST /links/bulk', { body: { links } })).body.data
      for (const [index, { title }] of links.entries()) {
        record.perhaps.delete(title)
        record.created.set(title, items[index].data)
      }
      record.changes++
    },
  }
}

/** Creates links with today as the archive date, so that they are archived at once. */
export function dayChooser({ service, record }: PersonContext, name: string): Person {
  let number = 0
  return {
    async act() {
      const title = `${name} ${number++}`
      record.perhaps.add(title)
      const body = { long_url: `https://example.com/${name}/${number}`, title }
      const { data } = (await service.call('POST /links', { body })).body
      record.perhaps.delete(title)
      record.created.set(title, data)
      record.dated.add(data.id)
      const archive_at = new Date().toISOString().slice(0, 10)
      // Refused if midnight has passed meanwhile.
      await service.call(`PUT /links/${data.id}`, { body: { archive_at }, expect: [200, 422] })
      record.changes += 2
    },
  }
}
