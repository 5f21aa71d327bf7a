// The messages of the account pages. A language that lacks one doesn't compile.
import type { AuditAction } from '@linnet/contract'
import type { Agent, NewPasswordFault, Success, Wrong } from './account-page.ts'

type Notice = { title: string; text: string }
/** An action of the audit log as a sentence; `detail` is the entry's. */
export type Sentence = string | ((detail: Readonly<Record<string, string | undefined>>) => string)

export interface AccountMessages {
  signOut: string
  dashboard: string
  navigation: string
  sections: Record<'overview' | 'security' | 'sessions' | 'apps' | 'activity', string>
  wrong: Record<Wrong, string>
  success: Record<Success, string>
  password: string
  passwordHint: string
  back: string
  overview: {
    email: string
    plan: string
    since: string
    name: string
    nameHint: string
    save: string
    usage: string
    resets: (day: string) => string
    counters: Record<'links' | 'custom_slug_renames' | 'microsites' | 'mcp_calls', string>
    used: (used: string, limit: string | null) => string
    more: string
    docs: string
    delete: string
  }
  security: {
    password: string
    passwordText: string
    changePassword: string
    secondFactor: string
    on: string
    off: string
    turnOn: string
    turnOff: string
    recoveryCodes: string
    left: (codes: number) => string
    newCodes: string
    passkeys: string
    passkeysText: string
    noPasskeys: string
    addPasskey: string
    change: string
    added: (day: string) => string
    lastUsed: (when: string) => string
    neverUsed: string
  }
  confirm: Notice & { submit: string; or: string; passkey: string }
  newPassword: Notice & {
    current: string
    next: string
    hint: string
    submit: string
    faults: Record<NewPasswordFault, string>
  }
  turnOn: Notice & { submit: string }
  turnOff: Notice & { submit: string }
  enrolment: Notice & { typed: string; code: string; hint: string; submit: string; again: string }
  recoveryCodes: Notice & { submit: string }
  newCodes: Notice & { done: string }
  addPasskey: Notice & {
    name: string
    hint: string
    suggestion: string
    submit: string
    noScript: string
    notHere: string
  }
  passkey: { name: string; rename: string; removeTitle: string; removeText: string; remove: string }
  sessions: Notice & {
    current: string
    end: string
    endOthers: string
    since: (when: string) => string
    seen: (when: string) => string
    /** For the current session. */
    seenNow: string
    justNow: string
  }
  agent: (agent: Agent) => string
  apps: Notice & {
    none: string
    revoke: string
    since: (day: string) => string
    used: (when: string) => string
    neverUsed: string
  }
  activity: Notice & {
    older: string
    newest: string
    none: string
    onCommandLine: string
    byItself: string
    actions: Record<AuditAction, Sentence>
  }
  deleted: Notice
  delete: Notice & { email: string; submit: string; keep: string }
}
