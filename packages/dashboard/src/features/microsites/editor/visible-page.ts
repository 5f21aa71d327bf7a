// The page that the preview renders: with unsaved edits, and without components that visitors don't see.
import type { Asset, Component, Microsite, ShopItem } from '@linnet/contract'
import type { MicrositePage, ShownComponent } from '@linnet/pages/preview'
import { type Edit, validData } from './edits.ts'

interface VisiblePageNeeds {
  microsite: Microsite
  components: Component[]
  edits: ReadonlyMap<string, Edit>
  images: Asset[]
  items: ShopItem[]
}

/** The components with unsaved edits. */
export function withEdits(components: Component[], edits: ReadonlyMap<string, Edit>): Component[] {
  return components.map((component) => {
    const edit = edits.get(component.id)
    return edit ? { ...component, data: edit.data, active: edit.active } : component
  })
}

/** Whether visitors are asked for a password. */
export const isLocked = ({ data }: Component): boolean =>
  typeof data.passwordActive === 'boolean' ? data.passwordActive : data.hasPassword === true

export function visiblePage({ microsite, components, edits, images, items }: VisiblePageNeeds): {
  page: MicrositePage
  locked: string[]
} {
  const visible = withEdits(components, edits).filter(({ active }) => active)
  const activeItems = items.filter((item) => item.active)
  const { url, slug, title, description, kind, theme } = microsite
  return {
    page: {
      url,
      slug,
      title,
      description,
      kind,
      theme,
      previewImage: '',
      components: visible.map(
        (component) =>
          ({
            id: component.id,
            kind: component.kind,
            data: validData(component.kind, component.data),
            lock: { locked: false, key: null },
          }) as ShownComponent,
      ),
      images: new Map(images.map((image) => [image.path, image])),
      items: new Map(activeItems.map((item) => [item.id, item])),
      leaders: activeItems.filter(({ clicks }) => clicks > 0).toSorted((a, b) => b.clicks - a.clicks),
    },
    locked: visible.filter(isLocked).map(({ id }) => id),
  }
}
