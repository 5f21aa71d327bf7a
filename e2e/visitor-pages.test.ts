// Visitor pages in a real browser: their forms without JavaScript, and each page in dark mode, in Indonesian.
import { describeVisitorPages } from './visitor-pages.ts'

describeVisitorPages(false, { colorScheme: 'dark', locale: 'id' })
