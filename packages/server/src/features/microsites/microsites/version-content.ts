// What a version of a microsite contains, how it is stored, and how two of them differ.
import { type ComponentKind, type VersionChanges, versionFields } from '@linnet/contract'
import type { ComponentContent } from './components.ts'
import type { MicrositeRow } from './store.ts'

export type VersionPage = Pick<MicrositeRow, (typeof versionFields)[number]>

export interface VersionContent {
  page: VersionPage
  /** In their order, including hidden ones. */
  components: ComponentContent[]
}

export function contentOf(row: VersionPage, components: readonly ComponentContent[]): VersionContent {
  const { title, description, kind, theme } = row
  return {
    page: { title, description, kind, theme },
    components: components.map(
      ({ public_id, kind, data, password_hash, tag, active, created_at, updated_at }) => ({
        ...{ public_id, kind, data, password_hash, tag, active, created_at, updated_at },
      }),
    ),
  }
}

// A page of the greatest length takes some milliseconds, once for each editing session.
export function packed(content: VersionContent): Uint8Array {
  return Bun.zstdCompressSync(JSON.stringify(content))
}

export function unpacked(content: Uint8Array): VersionContent {
  return JSON.parse(Buffer.from(Bun.zstdDecompressSync(content)).toString())
}

/** How `after` differs from `before`. */
export function changesBetween(before: VersionContent, after: VersionContent): VersionChanges {
  const earlier = new Map(before.components.map((component) => [component.public_id, component]))
  const later = new Set(after.components.map(({ public_id }) => public_id))
  const kept = after.components.filter(({ public_id }) => earlier.has(public_id))
  const order = before.components.filter(({ public_id }) => later.has(public_id))
  return {
    fields: versionFields.filter((field) => before.page[field] !== after.page[field]),
    added: after.components.filter(({ public_id }) => !earlier.has(public_id)).map(named),
    removed: before.components.filter(({ public_id }) => !later.has(public_id)).map(named),
    changed: kept.filter((component) => !isSame(component, earlier.get(component.public_id))).map(named),
    reordered: kept.some(({ public_id }, index) => order[index]?.public_id !== public_id),
  }
}

export function isUnchanged({ fields, added, removed, changed, reordered }: VersionChanges): boolean {
  return fields.length + added.length + removed.length + changed.length === 0 && !reordered
}

/** Whether visitors and owners see the same in two states of a component. */
export function isSame(one: ComponentContent, other: ComponentContent | undefined): boolean {
  return (
    other !== undefined &&
    one.kind === other.kind &&
    one.data === other.data &&
    one.password_hash === other.password_hash &&
    one.tag === other.tag &&
    one.active === other.active
  )
}

function named({ public_id, kind }: ComponentContent): VersionChanges['added'][number] {
  return { id: public_id, kind: kind as ComponentKind }
}
