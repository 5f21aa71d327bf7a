// Custom domains: an account claims one, verifies it by a DNS record, and then creates links on it.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { cursor, Identifier, text, UnixTime } from '../values.ts'

export const Domain = z
  .object({
    id: z.string(),
    domain: z.string(),
    verified: z.boolean(),
    verified_at: UnixTime.nullable(),
    unproved_at: UnixTime.nullable().meta({
      description:
        'When its DNS record was found missing, so that others can take it over; null if it is not missing',
    }),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .meta({ description: 'The DNS record that proves ownership of the domain' }),
    created_at: UnixTime,
  })
  .meta({ id: 'Domain' })
export type Domain = z.output<typeof Domain>

const path = z.object({ id: Identifier })

const list = operation({
  id: 'listDomains',
  method: 'GET',
  path: '/domains',
  role: 'viewer',
  tag: 'Domains',
  audience: 'dashboard',
  query: z.object({
    limit: z.int().min(1).max(100).default(50),
    after: cursor(200),
  }),
  answer: envelope(z.array(Domain)).extend({ next_cursor: z.string().nullable() }),
  summary: 'List custom domains, oldest first',
})

const add = operation({
  id: 'addDomain',
  method: 'POST',
  path: '/domains',
  role: 'admin',
  tag: 'Domains',
  audience: 'dashboard',
  body: z.object({ domain: text(253) }),
  answer: envelope(Domain),
  errors: ['plan_limit'],
  summary: 'Add a custom domain; the response has the DNS record to create',
})

const verify = operation({
  id: 'verifyDomain',
  method: 'POST',
  path: '/domains/{id}/verify',
  role: 'admin',
  tag: 'Domains',
  audience: 'dashboard',
  params: path,
  answer: envelope(Domain),
  summary: 'Look up the DNS record, and verify the domain if it is found',
})

export const DomainRecords = z
  .object({
    proof: z
      .object({ found: z.array(z.string()), right: z.boolean() })
      .meta({ description: 'The TXT records found, and whether the expected one is among them' }),
    address: z.object({ expected: z.string(), found: z.array(z.string()), leads_here: z.boolean() }).meta({
      description: 'The host of short links, and what the domain points to: another name, or IP addresses',
    }),
  })
  .meta({ id: 'DomainRecords' })
export type DomainRecords = z.output<typeof DomainRecords>

const records = operation({
  id: 'getDomainRecords',
  method: 'GET',
  path: '/domains/{id}/records',
  role: 'admin',
  tag: 'Domains',
  audience: 'dashboard',
  params: path,
  answer: envelope(DomainRecords),
  summary: 'Look up the current DNS records of a domain, without changing anything',
})

const remove = operation({
  id: 'removeDomain',
  method: 'DELETE',
  path: '/domains/{id}',
  role: 'admin',
  tag: 'Domains',
  audience: 'dashboard',
  params: path,
  answer: envelope(z.object({ id: z.string(), removed: z.literal(true) })),
  summary: 'Remove a domain that has no links',
})

/** In the order of the reference. */
export const operations = {
  list,
  add,
  verify,
  records,
  remove,
}
