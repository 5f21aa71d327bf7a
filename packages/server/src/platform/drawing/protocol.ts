// What the drawing process is asked, one picture at a time, and what it answers.

/** A square of dark and light squares. */
export interface Modules {
  /** Row by row: 1 is dark. */
  modules: Uint8Array
  /** How many there are in a row, what is left light around them included. */
  side: number
  /** Of the picture, in pixels. */
  width: number
  /** The pixels of a module, and those before the first one. */
  module: number
  before: number
  /** Of the dark ones: red, green and blue, 0 to 255. */
  color: readonly [number, number, number]
}

export type ToDrawer =
  | { kind: 'png'; svg: string; width: number }
  | { kind: 'plain'; svg: string }
  | ({ kind: 'modules' } & Modules)
  | { kind: 'shrink'; image: Uint8Array; side: number }

/** An SVG of paths, gradients and filters alone: no script, no style sheet, nothing from elsewhere. */
export interface PlainSvg {
  svg: string
  /** As the picture says, in pixels of CSS; not always whole. */
  width: number
  height: number
}

export type FromDrawer =
  | { kind: 'ready' }
  | { kind: 'png'; png: Uint8Array }
  | ({ kind: 'plain' } & PlainSvg)
  | { kind: 'undrawable'; reason: string }
  /** The picture wanted more memory than there is, or was nested too deeply: nothing more is drawn by this process. */
  | { kind: 'trapped' }
