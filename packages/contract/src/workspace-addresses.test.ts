// How addresses name a workspace.
import { expect, test } from 'bun:test'
import { dashboardPath, inWorkspace, readDashboardPath, workspaceId } from './workspace-addresses.ts'

test.each([
  ['/dashboard', null, ''],
  ['/dashboard/', null, '/'],
  ['/dashboard/links', null, '/links'],
  ['/dashboard/wsp_1', 'wsp_1', ''],
  ['/dashboard/wsp_1/', 'wsp_1', '/'],
  ['/dashboard/wsp_1/microsites/ana', 'wsp_1', '/microsites/ana'],
  ['/dashboard/microsites/wsp_1', null, '/microsites/wsp_1'],
  ['/dashboard/wsp_', null, '/wsp_'],
  ['/dashboard/wsp_..', null, '/wsp_..'],
])('the path %s names the workspace %p, followed by %p', (path, workspace, rest) => {
  expect(readDashboardPath(path)).toEqual({ workspace, rest })
})

test('a path that is made for a workspace names it', () => {
  for (const workspace of [null, 'wsp_1'])
    expect(readDashboardPath(`${dashboardPath(workspace)}/links`)).toEqual({ workspace, rest: '/links' })
})

test('only what could be an id is one', () => {
  expect(workspaceId('wsp_01kb3vq2xw5yj8r6c0d4e7f9ga')).toBe('wsp_01kb3vq2xw5yj8r6c0d4e7f9ga')
  for (const value of [null, undefined, '', 'usr_1', 'wsp_', 'wsp_a/b', `wsp_${'a'.repeat(41)}`, 'wsp_a\0'])
    expect(workspaceId(value)).toBeNull()
})

test('requests name it in their query', () => {
  expect(inWorkspace('/api/me', null)).toBe('/api/me')
  expect(inWorkspace('/api/me', 'wsp_1')).toBe('/api/me?workspace=wsp_1')
  expect(inWorkspace('/api/links?page=1', 'wsp_1')).toBe('/api/links?page=1&workspace=wsp_1')
})
