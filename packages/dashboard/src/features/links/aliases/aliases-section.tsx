// The aliases of a link in its panel: a folded list, to add to and remove from.
import type { Alias, Link } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import { X } from '../../../components/icons.ts'
import { SlugInput } from '../../../components/slug-input.tsx'
import { Failure } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { withoutScheme } from '../../../lib/without-scheme.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { Section } from '../panel/sections/section.tsx'
import { aliasMessages } from './messages.ts'

const mostAliases = 10

/** Loaded again whenever links have changed: a rename may have kept a code. */
const aliasesKey = (id: string) => ['links', 'aliases', id] as const
const refreshAliases = (id: string) => queryClient.invalidateQueries({ queryKey: aliasesKey(id) })

export function AliasesSection({ link }: { link: Link }) {
  const text = useMessages(aliasMessages)
  const mayAdd = useMay('aliases.add')
  const [removed, setRemoved] = useState<string | null>(null)
  const query = useQuery({
    queryKey: aliasesKey(link.id),
    queryFn: async ({ signal }) => (await client.aliases.list({ short: link.id }, { signal })).data,
  })
  const aliases = query.data ?? []
  return (
    <Section
      title={text.title}
      summary={
        query.data === undefined ? '\u00a0' : aliases.length > 0 ? text.count(aliases.length) : text.none
      }
      isLazy
    >
      {query.isError ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : null}
      <p className="text-sm text-soft">{text.hint}</p>
      {aliases.length > 0 ? (
        <ul aria-label={text.title} className="grid gap-1">
          {aliases.map((alias) => (
            <AliasRow
              key={alias.code}
              alias={alias}
              onRemove={mayAdd ? () => setRemoved(alias.code) : undefined}
            />
          ))}
        </ul>
      ) : null}
      {mayAdd && aliases.length < mostAliases ? <AddAlias link={link} /> : null}
      <Confirm
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={text.removeTitle(removed ?? '')}
        action={text.removeAction}
        danger
        onConfirm={async () => {
          if (removed === null) return
          await client.aliases.remove({ short: link.id, code: removed })
          showToast({ title: text.removed(removed) })
          await refreshAliases(link.id)
        }}
      >
        {text.removeText}
      </Confirm>
    </Section>
  )
}

/** Without `onRemove`, it can't be removed. */
function AliasRow({ alias, onRemove }: { alias: Alias; onRemove: (() => void) | undefined }) {
  const text = useMessages(aliasMessages)
  return (
    <li className="flex min-h-11 items-center gap-1">
      <bdi dir="ltr" className="min-w-0 flex-1 text-sm break-all">
        {withoutScheme(alias.short_url)}
      </bdi>
      <CopyButton text={alias.short_url} label={text.copy(alias.code)} />
      {onRemove ? (
        <IconButton label={text.remove(alias.code)} size="small" onClick={onRemove}>
          <X />
        </IconButton>
      ) : null}
    </li>
  )
}

function AddAlias({ link }: { link: Link }) {
  const text = useMessages(aliasMessages)
  const language = useLanguage()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy || code === '') return
    setBusy(true)
    setFailure('')
    try {
      const { data } = await client.aliases.add({ short: link.id, code })
      setCode('')
      showToast({ title: text.added(data.code) })
      await refreshAliases(link.id)
    } catch (error) {
      setFailure(messageOf(error, language))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void add(event)} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label={text.code} error={failure || undefined}>
          {(control) => <SlugInput control={control} slug={code} onChange={setCode} />}
        </Field>
      </div>
      <Button type="submit" busy={busy}>
        {text.add}
      </Button>
    </form>
  )
}
