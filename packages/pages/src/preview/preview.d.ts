// What the dashboard may know of pages: written by hand, because it is compiled with React's JSX and the pages with Hono's.
import type { Language } from '../language.ts'
import type { MicrositePage } from '../microsite/microsite-page.ts'

export type {
  MicrositePage,
  ShownComponent,
  ShownImage,
  ShownItem,
} from '../microsite/microsite-page.ts'

export interface RenderedPreview {
  /** What belongs into the document's one `<style>`. */
  style: string
  /** The HTML inside of its `<body>`. */
  body: string
  /** Its `color-scheme`. */
  scheme: string
}

export interface PreviewTheme {
  title: string
  description: string
  /** In CSS. */
  background: string
  ink: string
  button: string
  onButton: string
  buttonBorder: string
  accent: string
  radius: string
  /** A CSS `font-family`; null for the device's own. */
  font: string | null
}

export interface KnownIcon {
  /** The value of an `icon` field that chooses it. */
  name: string
  title: string
  /** Its other names. */
  aliases: readonly string[]
  /** The shapes inside of an `<svg viewBox="0 0 24 24">`. */
  svg: string
  /** Filled, where a thing is drawn in lines. */
  isBrand: boolean
}

/** Draws a page; those of its components whose ids are in `locked` are drawn open, and marked. */
export function renderPreview(
  page: MicrositePage,
  language: Language,
  locked?: readonly string[],
): RenderedPreview

/** What a theme is like; one that there is not is the default. */
export function describeTheme(name: string): PreviewTheme

/** In the order in which people are shown them. */
export const themeNames: readonly string[]
export const fontNames: readonly string[]
export const buttonEffects: readonly string[]
export const icons: readonly KnownIcon[]
