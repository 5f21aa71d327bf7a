// A picture that cannot be drawn, for what it is.

/** The message is a sentence for the person whose picture it is. */
export class Undrawable extends Error {
  override name = 'Undrawable'
}
