// Signing in: what somebody can do who has no session yet.
import { z } from 'zod'
import { User } from './accounts.ts'
import { envelope, operation } from './operation.ts'
import { Email, text } from './values.ts'

export const signIn = operation({
  id: 'signIn',
  method: 'POST',
  path: '/session',
  tag: 'Session',
  audience: 'visitor',
  body: z.object({ email: Email, password: text(1024).min(1) }),
  answer: envelope(User),
  errors: ['wrong_password'],
  summary: 'Sign in with e-mail and password',
})
