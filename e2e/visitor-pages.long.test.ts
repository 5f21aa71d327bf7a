// Visitor pages in a real browser: their forms with JavaScript, and each page in light mode, in English.
import { describeVisitorPages } from './visitor-pages.ts'

describeVisitorPages(true, { colorScheme: 'light', locale: 'en' })
