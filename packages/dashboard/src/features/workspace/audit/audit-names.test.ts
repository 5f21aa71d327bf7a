// The filter of the audit log offers every action.
import { expect, test } from 'bun:test'
import { api } from '@linnet/contract'
import { audit } from '@linnet/languages/en/workspace/audit'

test('every action has a name', () => {
  const { action } = api.audit.list.query.shape
  expect(Object.keys(audit.names).sort()).toEqual([...action.unwrap().options].sort())
})
