// The page that is shown after switching to another workspace.
import { expect, test } from 'bun:test'
import { samePage } from './same-page.ts'

test.each([
  ['', '/links'],
  ['/', '/links'],
  ['/links', '/links'],
  ['/links/bulk', '/links'],
  ['/microsites/ana', '/microsites'],
  ['/statistics', '/statistics'],
  ['/developer', '/developer'],
  ['/developer/webhooks/whk_1', '/developer/webhooks'],
  ['/workspace/audit', '/workspace/audit'],
  ['/administration/people/usr_1', '/administration/people'],
])('%p becomes %p', (rest, page) => expect(samePage(rest)).toBe(page))
