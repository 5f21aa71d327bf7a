// The list of versions: when each was made, by whom, and how it differs from the one before.
import type { MicrositeVersion } from '@linnet/contract'
import { ChevronRight } from '../../../../components/icons.ts'
import { useFormats } from '../../../../lib/formats.ts'
import { useMessages } from '../../../../lib/language.ts'
import { micrositeMessages } from '../../messages.ts'
import { versionMessages } from './version-messages.ts'

interface VersionListProps {
  versions: MicrositeVersion[]
  onChoose(id: string): void
}

export function VersionList({ versions, onChoose }: VersionListProps) {
  const text = useMessages(versionMessages)
  const changesIn = useChanges()
  const author = useAuthor()
  const formats = useFormats()
  return (
    <ol className="grid divide-y divide-line">
      {versions.map((version) => (
        <li key={version.id}>
          <button
            type="button"
            disabled={version.current}
            onClick={() => onChoose(version.id)}
            className="flex min-h-14 w-full items-center gap-3 py-2 text-left"
          >
            <span className="grid min-w-0 flex-1 gap-0.5">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">{version.current ? text.now : formats.moment(version.at)}</span>
                <span dir="auto" className="truncate text-sm text-soft">
                  {author(version)}
                </span>
              </span>
              <span className="text-sm text-soft">{changesIn(version)}</span>
            </span>
            {version.current ? null : <ChevronRight className="size-4 shrink-0 text-soft" />}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Returns who made a version, in words; empty if that is not known. */
export function useAuthor() {
  const text = useMessages(versionMessages)
  return ({ by }: Pick<MicrositeVersion, 'by'>): string => (by.kind === 'key' ? text.byKey(by.name) : by.name)
}

/** Returns how a version differs from the one before, in words. */
function useChanges() {
  const text = useMessages(versionMessages)
  const names = useMessages(micrositeMessages)
  const formats = useFormats()
  return ({ changes }: Pick<MicrositeVersion, 'changes'>): string => {
    if (changes === null) return text.first
    const { fields, added, changed, removed, reordered } = changes
    const parts = [
      fields.length > 0 ? text.fields(formats.list(fields.map((field) => names[field]))) : null,
      added.length > 0 ? text.added(added.length) : null,
      changed.length > 0 ? text.changed(changed.length) : null,
      removed.length > 0 ? text.removed(removed.length) : null,
      reordered ? text.reordered : null,
    ].filter((part) => part !== null)
    return parts.length > 0 ? parts.join(' · ') : text.unchanged
  }
}
