// The page of mistyped codes: what people asked for, and making it an alias of the link that they meant.
import type { MistypedCode } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { SearchX } from '../../../components/icons.ts'
import { kitMessages } from '../../../components/messages.ts'
import { Page } from '../../../components/page.tsx'
import { Empty, Failure, Loading, Skeleton } from '../../../components/states.tsx'
import { showToast, type ToastMessage } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { withoutScheme } from '../../../lib/without-scheme.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { refreshLinks } from '../queries.ts'
import { ChooseLink } from './choose-link.tsx'
import { mistypedMessages } from './messages.ts'

const mistypedKey = ['mistyped codes'] as const

export function MistypedPage() {
  const text = useMessages(mistypedMessages)
  const [chosen, setChosen] = useState<MistypedCode | null>(null)
  const codes = useQuery({
    queryKey: mistypedKey,
    queryFn: async ({ signal }) => (await client.mistypedCodes.list({}, { signal })).data,
    staleTime: 0,
  })
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={<ButtonLink to="/links">{text.back}</ButtonLink>}
    >
      {codes.isError && !codes.data ? (
        <Failure error={codes.error} onRetry={() => void codes.refetch()} />
      ) : codes.data === undefined ? (
        <Loading>
          <Skeleton className="h-64" />
        </Loading>
      ) : codes.data.length === 0 ? (
        <Empty icon={<SearchX />} title={text.emptyTitle}>
          {text.empty}
        </Empty>
      ) : (
        <ul
          aria-label={text.list}
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {codes.data.map((missed) => (
            <MistypedRow key={`${missed.domain}/${missed.code}`} missed={missed} onChoose={setChosen} />
          ))}
        </ul>
      )}
      {chosen ? <ChooseLink missed={chosen} onClose={() => setChosen(null)} onDone={refresh} /> : null}
    </Page>
  )
}

async function refresh(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: mistypedKey }), refreshLinks()])
}

interface MistypedRowProps {
  missed: MistypedCode
  /** Called to choose the link that was meant. */
  onChoose(missed: MistypedCode): void
}

function MistypedRow({ missed, onChoose }: MistypedRowProps) {
  const text = useMessages(mistypedMessages)
  const formats = useFormats()
  const { code, domain, asked, last_at, link } = missed
  const mayChange = useMay('aliases.add')
  const { undo, undone } = useMessages(kitMessages)
  const act = useAction()

  async function addAlias({ id, short }: NonNullable<MistypedCode['link']>): Promise<ToastMessage> {
    await client.aliases.add({ short: id, code })
    const remove = async () => {
      await client.aliases.remove({ short: id, code })
      return { title: undone }
    }
    return { title: text.made(code, short), action: { label: undo, onSelect: () => void act.run(remove) } }
  }

  return (
    <li className="grid gap-3 p-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:px-4">
      <div className="grid min-w-0 gap-1">
        <bdi dir="ltr" className="font-medium break-all">
          <span className="text-soft">{domain}/</span>
          {code}
        </bdi>
        <p className="text-sm text-soft">
          {asked === 1 ? text.askedOnce : text.asked(formats.number(asked))} ·{' '}
          {text.last(formats.ago(last_at))}
        </p>
        {link ? (
          <p className="text-sm">
            <span className="text-soft">{text.meant}</span>{' '}
            <Link
              to="/links"
              search={{ link: link.id }}
              className="rounded-sm text-accent break-all hover:underline"
            >
              <bdi dir="ltr">{withoutScheme(link.short_url)}</bdi>
            </Link>{' '}
            <bdi className="text-soft break-words">{link.title}</bdi>
          </p>
        ) : null}
      </div>
      {mayChange ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            busy={act.busy}
            onClick={() => (link ? void act.run(() => addAlias(link)) : onChoose(missed))}
          >
            {text.makeAlias}
          </Button>
          <Button
            size="small"
            variant="plain"
            busy={act.busy}
            onClick={() =>
              void act.run(async () => {
                await client.mistypedCodes.dismiss({ code, domain })
                return { title: text.dismissed }
              })
            }
          >
            {text.dismiss}
          </Button>
        </div>
      ) : null}
    </li>
  )
}

/** Runs a change, and says what it did or why it failed. */
function useAction() {
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  async function run(change: () => Promise<ToastMessage>): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      showToast(await change())
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
    } finally {
      setBusy(false)
      await refresh()
    }
  }
  return { busy, run }
}
