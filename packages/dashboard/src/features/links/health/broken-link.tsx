// A broken link in the list, fixed in place: with a new destination, with an archived copy, or by archiving the link.
import type { CheckedLink } from '@linnet/contract'
import { Link as RouterLink } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClasses } from '../../../components/button.tsx'
import { Archive, ExternalLink } from '../../../components/icons.ts'
import { showToast } from '../../../components/toast-queue.ts'
import { UrlField } from '../../../components/url-field.tsx'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { withoutScheme } from '../../../lib/without-scheme.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { useArchiving } from '../archiving.ts'
import { refreshLinks } from '../queries.ts'
import { CheckNow } from './check-now.tsx'
import { healthMessages } from './messages.ts'
import { Outcome } from './outcome.tsx'

export function BrokenLink({ broken: { link, health } }: { broken: CheckedLink }) {
  const text = useMessages(healthMessages)
  const formats = useFormats()
  const mayChange = useMay('links.update')
  const name = withoutScheme(link.short_url)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <RouterLink
            to="/links"
            search={{ link: link.id } as never}
            className="block truncate rounded-sm font-medium hover:underline"
          >
            <bdi>{name}</bdi>
          </RouterLink>
          {link.title ? (
            <p dir="auto" className="truncate text-sm">
              {link.title}
            </p>
          ) : null}
          <p dir="ltr" className="truncate text-sm text-soft">
            {withoutScheme(link.long_url)}
          </p>
        </div>
        {link.broken_at === null ? null : (
          <p className="text-sm text-bad">{text.since(formats.ago(link.broken_at))}</p>
        )}
      </div>
      <Outcome health={health} />
      {mayChange ? <Mending broken={{ link, health }} name={name} /> : null}
    </li>
  )
}

function Mending({ broken: { link, health }, name }: { broken: CheckedLink; name: string }) {
  const text = useMessages(healthMessages)
  const mayArchive = useMay('links.archive')
  const archiving = useArchiving()
  const { save, busy, error } = useNewDestination(link.id)
  const [url, setUrl] = useState('')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend.
    <div role="group" aria-label={text.actions(name)} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <form
        noValidate
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void save(url)
        }}
      >
        <div className="min-w-0 flex-1">
          <UrlField label={text.newDestination} value={url} error={error} onChange={setUrl} />
        </div>
        <Button type="submit" variant="primary" busy={busy} disabled={url === ''} className="self-end">
          {text.saveDestination}
        </Button>
      </form>
      <div className="flex flex-wrap gap-2">
        <a
          href={health.archive_url}
          target="_blank"
          rel="noopener noreferrer"
          title={text.archiveHint}
          className={buttonClasses('plain', 'small')}
        >
          <ExternalLink />
          {text.openArchive}
        </a>
        <Button size="small" disabled={busy} onClick={() => void save(health.archive_url)}>
          {text.useArchive}
        </Button>
        {mayArchive ? (
          <Button size="small" icon={<Archive />} onClick={() => void archiving('archive', [link])}>
            {text.end}
          </Button>
        ) : null}
        <CheckNow id={link.id} health={health} />
      </div>
    </div>
  )
}

/** Changes the link's destination. Errors about the address are shown at the field, and others as a toast. */
function useNewDestination(id: string) {
  const text = useMessages(healthMessages)
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>(undefined)

  async function save(long_url: string): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await client.links.update({ short: id, long_url })
      showToast({ title: text.mended })
      await refreshLinks()
    } catch (failure) {
      const ofField = fieldErrorsOf(failure).long_url
      if (ofField) setError(ofField)
      else showToast({ kind: 'bad', title: messageOf(failure, language) })
    } finally {
      setBusy(false)
    }
  }

  return { save, busy, error }
}
