// Which workspaces somebody belongs to, by their groups at the provider.
import { expect, test } from 'bun:test'
import { placesOf } from './groups.ts'

const rules = [
  { group: 'staff', workspace: 'wsp_a', role: 'viewer' },
  { group: 'editors', workspace: 'wsp_a', role: 'editor' },
  { group: 'ops', workspace: 'wsp_b', role: 'admin' },
  { group: 'staff', workspace: 'wsp_b', role: 'viewer' },
] as const

test('each group gives its places', () => {
  expect(placesOf(['staff', 'unknown'], rules)).toStrictEqual([
    { workspace: 'wsp_a', role: 'viewer' },
    { workspace: 'wsp_b', role: 'viewer' },
  ])
})

test('of two roles in one workspace, the higher one counts, whichever is written first', () => {
  expect(placesOf(['editors', 'staff', 'ops'], rules)).toStrictEqual([
    { workspace: 'wsp_a', role: 'editor' },
    { workspace: 'wsp_b', role: 'admin' },
  ])
})

test('no group gives nothing', () => {
  expect(placesOf([], rules)).toStrictEqual([])
  expect(placesOf(['Staff'], rules)).toStrictEqual([])
})
