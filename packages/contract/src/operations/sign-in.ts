// Signing in, and invitations.
import { languageTags } from '@linnet/languages'
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { Email, text, UnixTime } from '../values.ts'
import { User } from './accounts.ts'
import { CurrentPassword, UsedCredential } from './authenticators.ts'

const signIn = operation({
  id: 'signIn',
  method: 'POST',
  path: '/session',
  role: null,
  tag: 'Session',
  audience: 'visitor',
  body: z.object({
    email: Email,
    password: text(1024).min(1),
    code: text(100).optional().meta({
      description:
        'One-time or recovery code: required if the error for a request without one names it in its details',
    }),
  }),
  answer: envelope(User),
  errors: ['wrong_password'],
  summary: 'Sign in with e-mail and password',
})

const reauthenticate = operation({
  id: 'reauthenticate',
  method: 'POST',
  path: '/session/reauthentication',
  role: null,
  tag: 'Session',
  audience: 'dashboard',
  body: z.object({
    password: CurrentPassword.optional(),
    credential: UsedCredential.optional().meta({
      description: "A passkey's response to the options, instead of the password",
    }),
  }),
  answer: envelope(
    z.object({
      fresh_until: UnixTime.meta({
        description: 'Until then, this session is not refused with reauthentication_required',
      }),
    }),
  ),
  errors: ['wrong_password', 'gone'],
  summary: 'Confirm your identity with a password or passkey; the session gets a new cookie',
})

const reauthenticationOptions = operation({
  id: 'createReauthenticationOptions',
  method: 'POST',
  path: '/session/reauthentication/options',
  role: null,
  tag: 'Session',
  audience: 'dashboard',
  answer: envelope(z.looseObject({ challenge: z.string() })),
  summary: 'Get WebAuthn request options to confirm your identity with a passkey; valid for five minutes',
})

export const Invitation = z
  .object({
    email: z.string(),
    url: z.string().meta({ description: 'Works once; whoever opens it can create the account' }),
    expires_at: UnixTime,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof Invitation>

const invite = operation({
  id: 'createInvitation',
  method: 'POST',
  path: '/invitations',
  role: null,
  tag: 'Account',
  audience: 'dashboard',
  body: z.object({
    email: Email,
    language: z.enum(languageTags).default('en').meta({ description: 'The language of the e-mail' }),
  }),
  answer: envelope(Invitation),
  summary: 'Invite someone to create an account; for administrators only',
})

/** In the order of the reference. */
export const operations = {
  signIn,
  reauthenticate,
  reauthenticationOptions,
  invite,
}
