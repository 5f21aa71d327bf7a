// Authenticators besides the password: one-time codes, recovery codes and passkeys (dashboard).
import { z } from 'zod'
import { faultMessage } from '../faults.ts'
import { envelope, operation } from '../operation.ts'
import { Identifier, Name, text, UnixTime } from '../values.ts'

/** The current password: required every time to change it or to delete the account. */
export const CurrentPassword = text(1024).min(1)

export const SecondFactor = z
  .object({
    enabled: z.boolean(),
    recovery_codes_left: z.int(),
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactor = z.output<typeof SecondFactor>

/** Sixteen characters each, in groups of four; they are shown only once. */
const RecoveryCodes = z.array(z.string())

const secondFactor = operation({
  id: 'getSecondFactor',
  method: 'GET',
  path: '/second-factor',
  role: null,
  tag: 'Security',
  audience: 'dashboard',
  answer: envelope(SecondFactor),
  summary: 'Read whether two-factor authentication is on',
})

const beginSecondFactor = operation({
  id: 'beginSecondFactor',
  method: 'POST',
  path: '/second-factor',
  role: null,
  tag: 'Security',
  audience: 'dashboard',
  answer: envelope(
    z.object({
      secret: z.string().meta({ description: 'In Base32, to type into an authenticator app' }),
      uri: z.string().meta({ description: 'The same as an otpauth: URI, to show as a QR code' }),
    }),
  ),
  reauthentication: true,
  summary: 'Start turning on two-factor authentication; confirm it with a one-time code within 15 minutes',
})

const confirmSecondFactor = operation({
  id: 'confirmSecondFactor',
  method: 'POST',
  path: '/second-factor/confirm',
  role: null,
  tag: 'Security',
  audience: 'dashboard',
  body: z.object({ code: text(20) }),
  answer: envelope(z.object({ recovery_codes: RecoveryCodes })),
  errors: ['gone'],
  reauthentication: true,
  summary: 'Turn on two-factor authentication; the recovery codes are shown only once',
})

const disableSecondFactor = operation({
  id: 'disableSecondFactor',
  method: 'POST',
  path: '/second-factor/disable',
  role: null,
  tag: 'Security',
  audience: 'dashboard',
  answer: envelope(SecondFactor),
  reauthentication: true,
  summary: 'Turn off two-factor authentication, and delete the recovery codes',
})

const renewRecoveryCodes = operation({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/second-factor/recovery-codes',
  role: null,
  tag: 'Security',
  audience: 'dashboard',
  answer: envelope(z.object({ recovery_codes: RecoveryCodes })),
  reauthentication: true,
  summary: 'Replace the recovery codes with ten new ones',
})

export const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    created_at: UnixTime,
    last_used_at: UnixTime.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.output<typeof Passkey>

const base64url = z
  .string()
  .max(32_768)
  .regex(/^[\w-]*$/, faultMessage({ code: 'not_base64url' }))
const credential = <Response extends z.ZodType>(response: Response) =>
  z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    response,
    clientExtensionResults: z.looseObject({}).default({}),
  })

/** The result of `navigator.credentials.create()`, from its `toJSON()` (WebAuthn 3, section 5.1.8). */
export const NewCredential = credential(
  z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(text(30)).max(10).default([]),
  }),
)
export type NewCredential = z.output<typeof NewCredential>

/** The result of `navigator.credentials.get()`. */
export const UsedCredential = credential(
  z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
)
export type UsedCredential = z.output<typeof UsedCredential>

const PasskeyName = Name.min(1)

const listPasskeys = operation({
  id: 'listPasskeys',
  method: 'GET',
  path: '/passkeys',
  role: null,
  tag: 'Security',
  audience: 'dashboard',
  answer: envelope(z.array(Passkey)),
  summary: 'List passkeys',
})

const passkeyOptions = operation({
  id: 'createPasskeyOptions',
  method: 'POST',
  path: '/passkeys/options',
  role: null,
  tag: 'Security',
  audience: 'dashboard',
  answer: envelope(z.looseObject({ challenge: z.string() })),
  reauthentication: true,
  summary: 'Get WebAuthn creation options for a new passkey; valid for five minutes',
})

const addPasskey = operation({
  id: 'addPasskey',
  method: 'POST',
  path: '/passkeys',
  role: null,
  tag: 'Security',
  audience: 'dashboard',
  body: z.object({ name: PasskeyName, credential: NewCredential }),
  answer: envelope(Passkey),
  errors: ['gone'],
  reauthentication: true,
  summary: 'Register the passkey that the browser has created',
})

const renamePasskey = operation({
  id: 'renamePasskey',
  method: 'PUT',
  path: '/passkeys/{id}',
  role: null,
  tag: 'Security',
  audience: 'dashboard',
  params: z.object({ id: Identifier }),
  body: z.object({ name: PasskeyName }),
  answer: envelope(Passkey),
  summary: 'Rename a passkey',
})

const removePasskey = operation({
  id: 'removePasskey',
  method: 'POST',
  path: '/passkeys/{id}/remove',
  role: null,
  tag: 'Security',
  audience: 'dashboard',
  params: z.object({ id: Identifier }),
  answer: envelope(z.object({ id: z.string(), removed: z.literal(true) })),
  reauthentication: true,
  summary: 'Remove a passkey, unless there would be no other way to sign in',
})

/** In the order of the reference. */
export const operations = {
  secondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  listPasskeys,
  passkeyOptions,
  addPasskey,
  renamePasskey,
  removePasskey,
}
