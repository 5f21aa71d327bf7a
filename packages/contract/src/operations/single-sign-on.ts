// How an account can sign in, and the single sign-on identities that it is connected to (dashboard).
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { Identifier, UnixTime } from '../values.ts'

export const Identity = z
  .object({
    id: z.string(),
    issuer: z.string().meta({ description: "The provider's URL" }),
    email: z.string().nullable().meta({ description: 'As the provider last gave it' }),
    created_at: UnixTime,
    last_used_at: UnixTime.nullable(),
    usable: z.boolean().meta({
      description: 'Whether it can be used to sign in: not if it is at an earlier provider of this server',
    }),
  })
  .meta({ id: 'Identity' })
export type Identity = z.output<typeof Identity>

export const SignInMethods = z
  .object({
    password: z.boolean().meta({ description: 'Whether the account has a password' }),
    password_sign_in: z
      .boolean()
      .meta({ description: 'Whether people can sign in with passwords on this server' }),
    provider: z
      .string()
      .nullable()
      .meta({ description: 'The name of the single sign-on provider; null if there is none' }),
    identities: z.array(Identity).meta({ description: 'The identities that the account is connected to' }),
  })
  .meta({ id: 'SignInMethods' })
export type SignInMethods = z.output<typeof SignInMethods>

const methods = operation({
  id: 'getSignInMethods',
  method: 'GET',
  path: '/sign-in-methods',
  role: null,
  tag: 'Security',
  audience: 'dashboard',
  answer: envelope(SignInMethods),
  summary: 'Read whether the account has a password, and which identities it is connected to',
})

const removeIdentity = operation({
  id: 'removeIdentity',
  method: 'POST',
  path: '/identities/{id}/remove',
  role: null,
  tag: 'Security',
  audience: 'dashboard',
  params: z.object({ id: Identifier }),
  answer: envelope(z.object({ id: z.string(), removed: z.literal(true) })),
  reauthentication: true,
  summary: 'Remove an identity from the account, unless there would be no other way to sign in',
})

/** In the order of the reference. */
export const operations = {
  methods,
  removeIdentity,
}
