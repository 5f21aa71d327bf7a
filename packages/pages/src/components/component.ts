// What each kind of component brings along: how it is drawn, the rules of its look, and what its page needs for it.
import type { ComponentData, ComponentKind } from '@linnet/contract'
import type { Child } from 'hono/jsx'
import type { Language } from '../language.ts'
import type { MicrositePage, ShownComponent } from '../microsite/microsite-page.ts'

/** What a component is drawn with, beside its data. */
export interface DrawContext {
  page: MicrositePage
  component: ShownComponent
  language: Language
}

/** Where a page may load something from once the visitor has asked for it, as CSP sources. */
export interface Sources {
  frames?: readonly string[]
  media?: readonly string[]
}

export interface ComponentView<Kind extends ComponentKind> {
  /** Rules for all components of the kind; a page that has none of them does without. */
  styles: string
  /** What is inside the component's own element; null where there is nothing to show yet. */
  draw(data: ComponentData<Kind>, context: DrawContext): Child
  /** Custom properties of this one component, such as `--button`: values that have been validated, or null. */
  look?(data: ComponentData<Kind>): Record<`--${string}`, string | null>
  /** Whether the page's script has something to do for it. */
  needsScript?(data: ComponentData<Kind>): boolean
  sources?(data: ComponentData<Kind>): Sources
}
