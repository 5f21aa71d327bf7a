// What each kind of component brings along: how it is drawn, the rules of its look, and what its page needs for it.
import type { ComponentData, ComponentKind } from '@linnet/contract'
import type { Child } from 'hono/jsx'
import type { Language } from '../language.ts'
import type { MicrositePage, ShownComponent } from '../microsite/microsite-page.ts'
import type { Theme } from '../themes/theme.ts'

/** What a component is drawn with, beside its data. */
export interface RenderContext {
  page: MicrositePage
  component: ShownComponent
  language: Language
  /** Whether its image is the first one of the page, which is loaded at once. */
  eager: boolean
}

/** Where a page may load something from once the visitor has asked for it, as CSP sources. */
export interface Sources {
  frames?: readonly string[]
  media?: readonly string[]
}

export interface ComponentView<Kind extends ComponentKind> {
  /** Rules for all components of the kind; a page that has none of them does without. */
  styles: string
  /** Rules that it shares with other kinds, such as `buttonStyles`: a page has them once. */
  shares?: readonly string[]
  /** What is inside the component's own element; null where there is nothing to show yet. */
  render(data: ComponentData<Kind>, context: RenderContext): Child
  /** In place of the card with a form that other kinds show while they are locked. */
  renderLocked?(data: ComponentData<Kind>, context: RenderContext): Child
  /** Custom properties of this one component, such as `--button`: values that have been validated, or null. */
  customProperties?(data: ComponentData<Kind>, theme: Theme): Record<`--${string}`, string | null>
  /** Whether the page's script has something to do for it. */
  needsScript?(data: ComponentData<Kind>, page: MicrositePage): boolean
  sources?(data: ComponentData<Kind>, page: MicrositePage): Sources
}
