// Creates an API key, and shows it this once.
import type { Scope } from '@linnet/contract/scopes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../../components/button.tsx'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { Notice } from '../../../components/states.tsx'
import { client } from '../../../lib/client.ts'
import { useMessages } from '../../../lib/language.ts'
import { useAddresses } from '../addresses.ts'
import { developerMessages } from '../messages.ts'
import { KeyForm, type NewKey } from './key-form.tsx'
import { keyMessages } from './key-messages.ts'
import { keysQuery } from './key-queries.ts'

export function KeyDialog({ onClose }: { onClose(): void }) {
  const text = useMessages(keyMessages)
  const shared = useMessages(developerMessages)
  const { cancel } = useMessages(kitMessages)
  const queries = useQueryClient()
  const form = useId()
  const creation = useMutation({
    // Nothing keeps the key once the dialog is closed.
    gcTime: 0,
    mutationFn: (key: NewKey) => client.accounts.createKey(key),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  const created = creation.data?.data
  return (
    <Dialog
      open
      keepOpen={created ? 'until-done' : true}
      onClose={onClose}
      title={created ? text.made(created.name) : text.create}
      footer={
        created ? (
          <Button variant="primary" onClick={onClose}>
            {shared.done}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{cancel}</Button>
            <Button type="submit" form={form} variant="primary" busy={creation.isPending}>
              {shared.create}
            </Button>
          </>
        )
      }
    >
      {created ? (
        <CreatedKey value={created.key} scopes={created.scopes} />
      ) : (
        <KeyForm id={form} error={creation.error} onSubmit={(key) => creation.mutate(key)} />
      )}
    </Dialog>
  )
}

function CreatedKey({ value, scopes }: { value: string; scopes: Scope[] }) {
  const text = useMessages(keyMessages)
  const shared = useMessages(developerMessages)
  const { api } = useAddresses()
  const example = exampleCall(api, value, scopes)
  return (
    <div className="grid gap-5">
      <Notice kind="warn">{shared.shownOnce}</Notice>
      <CopyField label={text.key} value={value} copyLabel={text.copyKey} />
      {example ? (
        <div className="grid gap-2">
          <p className="text-sm text-soft">{text.tryIt}</p>
          <CodeBlock code={example} label={text.tryLabel} copyLabel={shared.copyCommand} />
        </div>
      ) : null}
    </div>
  )
}

const readPaths: [Scope, string][] = [
  ['links:read', '/links'],
  ['user:read', '/user'],
  ['qr:read', '/qr'],
  ['microsites:read', '/microsites'],
]

/** A request that the key may make and that changes nothing; null if it may only change things. */
function exampleCall(api: string, key: string, scopes: Scope[]): string | null {
  const path = readPaths.find(([scope]) => scopes.includes(scope))?.[1]
  return path ? `curl ${api}${path} \\\n  -H 'Authorization: Bearer ${key}'` : null
}
