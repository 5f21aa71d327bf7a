// What each role allows.
import { expect, test } from 'bun:test'
import { mayUse, neededRole } from './needed-roles.ts'

test('the contract says which role an operation needs', () => {
  expect(neededRole('links.list')).toBe('viewer')
  expect(neededRole('links.create')).toBe('editor')
  expect(neededRole('accounts.createKey')).toBe('admin')
  expect(neededRole('workspaces.remove')).toBe('owner')
  expect(neededRole('sessions.list')).toBeNull()
})

test('a role allows what it needs and what lower roles need', () => {
  expect(mayUse('viewer', 'links.list')).toBe(true)
  expect(mayUse('viewer', 'links.create')).toBe(false)
  expect(mayUse('editor', 'links.create')).toBe(true)
  expect(mayUse('editor', 'workspaces.invite')).toBe(false)
  expect(mayUse('admin', 'workspaces.remove')).toBe(false)
  expect(mayUse('owner', 'workspaces.remove')).toBe(true)
  expect(mayUse('viewer', 'sessions.list')).toBe(true)
})
