// The look of the API reference: a quiet page to scan, with navigation beside it where there is room.
import { base } from './base.ts'
import { stylesheet } from './stylesheet.ts'

const reference = ``

export const referenceStylesheet = stylesheet(base, reference)
