// What each kind of component defines: how it is rendered, its styles, and what its page needs for it.
import type { ComponentData, ComponentKind } from '@linnet/contract'
import type { Child } from 'hono/jsx'
import type { Language } from '../language.ts'
import type { MicrositePage, ShownComponent } from '../microsite/microsite-page.ts'
import type { Theme } from '../themes/theme.ts'

/** What rendering a component needs besides its data. */
export interface RenderContext {
  page: MicrositePage
  component: ShownComponent
  language: Language
  /** Whether its image is the first one of the page, which loads at once. */
  eager: boolean
}

/** The CSP sources that a page may load from once the visitor has asked for it. */
export interface Sources {
  frames?: readonly string[]
  media?: readonly string[]
}

export interface ComponentView<Kind extends ComponentKind> {
  /** The rules for the kind, which only pages with such a component have. */
  styles: string
  /** Rules that kinds share, such as `buttonStyles`, which a page has once. */
  shares?: readonly string[]
  /** The content of the component's own element; null if there is nothing to show yet. */
  render(data: ComponentData<Kind>, context: RenderContext): Child
  /** Replaces the card with a form that other kinds show while they are locked. */
  renderLocked?(data: ComponentData<Kind>, context: RenderContext): Child
  /** Custom properties of this one component, such as `--button`: values that have been validated, or null. */
  customProperties?(data: ComponentData<Kind>, theme: Theme): Record<`--${string}`, string | null>
  /** Whether it needs the page's script. */
  needsScript?(data: ComponentData<Kind>, page: MicrositePage): boolean
  sources?(data: ComponentData<Kind>, page: MicrositePage): Sources
}
