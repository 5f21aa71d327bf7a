// Visitors' pages in a real browser: their forms without script, and each page in the dark, in Indonesian.
import { describeVisitorPages } from './visitor-pages.ts'

describeVisitorPages(false, { colorScheme: 'dark', locale: 'id' })
