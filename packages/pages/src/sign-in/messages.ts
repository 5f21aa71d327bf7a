// The messages of signing in and signing up, on pages and in e-mails. A language that lacks one doesn't compile.
import type { Ends, OneTimePurpose, PasswordFault, SignInMessage } from './sign-in-page.ts'

type Notice = { title: string; text: string }
type MessageTemplate<Kind extends SignInMessage['kind']> = (
  message: Extract<SignInMessage, { kind: Kind }>,
) => {
  subject: string
  /** Paragraphs. */
  text: string[]
}

export interface SignInMessages {
  fields: {
    email: string
    password: string
    newPassword: string
    passwordHint: string
    name: string
    nameHint: string
    code: string
  }
  wrong: { name: string; email: string; password: Record<PasswordFault, string> }
  signIn: {
    title: string
    submit: string
    wrong: string
    forgot: string
    signUp: string
    or: string
    passkey: string
  }
  code: Notice & { hint: string; submit: string; wrong: string; again: string }
  signUp: {
    title: string
    text: string
    invited: string
    submit: string
    signIn: string
  }
  closed: Notice
  inviteOnly: Notice
  sent: Record<'sign-up' | 'reset', { title: string; text: (email: string) => string; hint: string }>
  confirm: Notice & { submit: string; wrong: string; hint: string }
  forgot: Notice & { submit: string; back: string }
  reset: Notice & { endsTitle: string; endsText: string; ends: Record<keyof Ends, string>; submit: string }
  setUp: Notice & { submit: string; sharesHost: string }
  setUpFirst: Notice
  gone: Record<OneTimePurpose, Notice & { action: string }>
  signedIn: Notice & { action: string }
  blocked: Notice
  messages: {
    'confirm-sign-up': MessageTemplate<'confirm-sign-up'>
    'has-account': MessageTemplate<'has-account'>
    invitation: MessageTemplate<'invitation'>
    'reset-password': MessageTemplate<'reset-password'>
  }
}
