// English. Its messages are imported by the code that uses them.

export const name = 'English'
export const locale = 'en-GB'
export const otherTags: string[] = []
