// The types that the dashboard uses of pages: written by hand, because it compiles JSX for React and pages do for Hono.
import type { Language } from '@linnet/languages'
import type { MicrositePage } from '../microsite/microsite-page.ts'

export type {
  MicrositePage,
  ShownComponent,
  ShownImage,
  ShownItem,
} from '../microsite/microsite-page.ts'

export interface RenderedPreview {
  /** The content of the document's one `<style>`. */
  style: string
  /** The HTML inside its `<body>`. */
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
  /** The shapes inside an `<svg viewBox="0 0 24 24">`. */
  svg: string
  /** Whether it is filled; icons of things are stroked. */
  isBrand: boolean
}

/** Renders a page. The components whose ids are in `locked` are shown unlocked, with a badge. */
export function renderPreview(
  page: MicrositePage,
  language: Language,
  locked?: readonly string[],
): RenderedPreview

/** The properties of a theme; an unknown one means the default. */
export function describeTheme(name: string): PreviewTheme

/** In the order in which they are offered. */
export const themeNames: readonly string[]
export const fontNames: readonly string[]
export const buttonEffects: readonly string[]
export const icons: readonly KnownIcon[]
