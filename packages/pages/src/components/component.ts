// What each kind of component defines: how it is rendered, its styles, and what its page needs for it.
import type { ComponentData, ComponentKind } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import type { Child } from 'hono/jsx'
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

/** The page that a component is on, as far as its links and files need it. */
export interface OwnPage {
  title: string
  url: string
}

/** A file that visitors save from a component. */
export interface SavedFile<Kind extends ComponentKind> {
  format: 'ics' | 'vcf'
  /** The file is named after the first of these that can be a file name, or else after the page. */
  names?(data: ComponentData<Kind>): (string | undefined)[]
  /** Null if there is none. `now` is in Unix seconds; addresses for which `isHeldUp` is true are left out. */
  content(
    data: ComponentData<Kind>,
    page: OwnPage,
    context: { id: string; now: number; isHeldUp(address: string): boolean },
  ): string | null
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
  /**
   * Where a tap leads: an address, or a shop item, which has an address. `linkName` identifies one of several links, as
   * passed to `tapAddress`; null is the component itself.
   */
  destination?(
    data: ComponentData<Kind>,
    linkName: string | null,
    page: OwnPage,
  ): string | { shopItemId: string } | null | undefined
  /** The field in whose text addresses become links. */
  linkedText?: keyof ComponentData<Kind> & string
  /** How many links, slides and shop items it shows, because their number per page is limited. */
  entries?(data: ComponentData<Kind>): number
  /** The owner's profiles elsewhere. */
  profiles?(data: ComponentData<Kind>): string[]
  /** Whether it shows an image of its own, which loads at once if it is the page's first. */
  hasImage?(data: ComponentData<Kind>, page: MicrositePage): boolean
  /** Whether the page itself plays the media at its address. */
  playsMedia?: true
  /** Whether it shows the shop's most tapped items. */
  showsLeaders?: true
  file?: SavedFile<Kind>
}
