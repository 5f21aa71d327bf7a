// Each sign-in puts the person into the workspaces of their groups.
import { expect, test } from 'bun:test'
import type { Tx } from '../../../platform/transaction.ts'
import { recordUse } from './identities.ts'

const client = { address: '127.0.0.1', userAgent: 'test' }
const tx = {} as Tx
const claims = {
  ...{
    issuer: 'https://login.example.org',
    subject: '1',
    session: null,
    authenticatedAt: null,
    name: '',
    isVerified: true,
  },
  ...{ email: 'ana@example.org', groups: ['staff'] },
}
const identity = {
  ...{ id: 'idn_1', user_id: 7, issuer: claims.issuer, subject: '1', email: null },
  ...{ created_at: 1, last_used_at: 1 },
}

test('a sign-in with an identity that was removed meanwhile is refused, and places nobody', async () => {
  const placeInWorkspaces = () => expect.unreachable()
  const needs = { store: { use: async () => false }, placeInWorkspaces } as never
  const use = recordUse(needs, tx, { identity, claims, by: { client, now: 5000 } })
  await expect(use).rejects.toMatchObject({ code: 'unavailable' })
})

test('a sign-in tells the workspaces all places that the groups give now, also if there are none', async () => {
  const placed: object[] = []
  const needs = {
    store: { use: async () => true },
    identityProvider: { groups: [{ group: 'staff', workspace: 'wsp_a', role: 'editor' }] },
    placeInWorkspaces: async (_tx: Tx, placement: object) => void placed.push(placement),
  } as unknown as Parameters<typeof recordUse>[0]
  await recordUse(needs, tx, { identity, claims, by: { client, now: 5000 } })
  await recordUse(needs, tx, { identity, claims: { ...claims, groups: [] }, by: { client, now: 6000 } })
  expect(placed).toStrictEqual([
    { userId: 7, places: [{ workspace: 'wsp_a', role: 'editor' }], client, now: 5000 },
    { userId: 7, places: [], client, now: 6000 },
  ])
})
