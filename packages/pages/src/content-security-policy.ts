// The Content-Security-Policy of every page here: no script, no outside resource, only our own stylesheets.
import { createHash } from 'node:crypto'
import { referenceStylesheet } from './styles/reference.ts'
import { visitorStylesheet } from './styles/visitor.ts'

const hashOf = (stylesheet: string) =>
  `'sha256-${createHash('sha256').update(stylesheet, 'utf8').digest('base64')}'`

export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(visitorStylesheet)} ${hashOf(referenceStylesheet)}`,
  'img-src data:',
  // Chromium holds the redirect after a form post to form-action too, and ours lead to any destination.
  "form-action 'self' http: https:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
