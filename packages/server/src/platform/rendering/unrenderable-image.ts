// The error for an image that can't be rendered because of what it contains.

/** The message is a sentence for the person whose image it is. */
export class UnrenderableImage extends Error {
  override name = 'UnrenderableImage'
}

export const unknownImage =
  'The file is not an image that we support. Use PNG, JPEG, WebP, GIF, SVG or BMP (SVG in UTF-8).'
