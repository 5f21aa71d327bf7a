// Creates an API key, and shows it once.
import type { Scope } from '@linnet/contract/scopes'
import { useId } from 'react'
import { CodeBlock } from '../../../components/code-block.tsx'
import { client } from '../../../lib/client.ts'
import { useMessages } from '../../../lib/language.ts'
import { useAddresses } from '../addresses.ts'
import { developerMessages } from '../messages.ts'
import { SecretDialog, ShownSecret, useSecret } from '../secret-dialog.tsx'
import { exampleCall } from './example-call.ts'
import { KeyForm, type NewKey } from './key-form.tsx'
import { keyMessages } from './key-messages.ts'
import { keysQuery } from './key-queries.ts'

export function KeyDialog({ onClose }: { onClose(): void }) {
  const text = useMessages(keyMessages)
  const shared = useMessages(developerMessages)
  const form = useId()
  const creation = useSecret((key: NewKey) => client.accounts.createKey(key), keysQuery.queryKey)
  const created = creation.data?.data
  return (
    <SecretDialog
      onClose={onClose}
      title={created ? text.made(created.name) : text.create}
      submit={created ? null : { label: shared.create, busy: creation.isPending, form }}
    >
      {created ? (
        <CreatedKey value={created.key} scopes={created.scopes} />
      ) : (
        <KeyForm id={form} error={creation.error} onSubmit={(key) => creation.mutate(key)} />
      )}
    </SecretDialog>
  )
}

function CreatedKey({ value, scopes }: { value: string; scopes: Scope[] }) {
  const text = useMessages(keyMessages)
  const shared = useMessages(developerMessages)
  const { api } = useAddresses()
  const example = exampleCall(api, value, scopes)
  return (
    <div className="grid gap-5">
      <ShownSecret label={text.key} value={value} copyLabel={text.copyKey} />
      {example ? (
        <div className="grid gap-2">
          <p className="text-sm text-soft">{text.tryIt}</p>
          <CodeBlock code={example} label={text.tryLabel} copyLabel={shared.copyCommand} />
        </div>
      ) : null}
    </div>
  )
}
