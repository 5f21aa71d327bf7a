// Visitors' pages in a real browser: their forms with script, and each page in light, in English.
import { describeVisitorPages } from './visitor-pages.ts'

describeVisitorPages(true, { colorScheme: 'light', locale: 'en' })
