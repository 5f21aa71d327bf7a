// A picture that cannot be drawn, for what it is.

/** The message is a sentence for the person whose picture it is. */
export class Undrawable extends Error {
  override name = 'Undrawable'
}

export const unknownImage =
  'The file is not an image that we support. Use PNG, JPEG, WebP, GIF, SVG or BMP (SVG in UTF-8).'
