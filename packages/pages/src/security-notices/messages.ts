// The messages of the security notices. A language that lacks one doesn't compile.
import type { SecurityNoticeKind } from './security-notice.ts'

export interface SecurityNoticeMessages {
  /** What happened; `name` may be empty. */
  kinds: Record<
    SecurityNoticeKind,
    { subject(host: string): string; text(host: string, name: string): string }
  >
  when: string
  from: string
  with: string
  unknownBrowser: string
  ifYou: string
  ifNot: string
  /** In case someone else knows the password or has changed it. */
  forgotPassword: string
}
