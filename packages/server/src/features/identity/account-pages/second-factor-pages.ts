// The pages of one-time codes and recovery codes: turning them on and off, and renewing recovery codes.
import { api } from '@linnet/contract'
import encodeQR from 'qr'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { Caller } from '../../../platform/operations/handler.ts'
import type { PageRoute } from '../../../platform/operations/page.ts'
import { requireFresh } from '../../../platform/operations/reauthentication.ts'
import type { Enrolment } from '../authenticators/index.ts'
import { type AccountVisit, accountRoute, done, type SignedInNeeds, show, tryForm } from './signed-in.ts'

export interface SecondFactorPageNeeds extends SignedInNeeds {
  /** The enrolment in one-time codes that this session has begun, or null. */
  pendingEnrolment(caller: Caller, email: string, now: number): Promise<Enrolment | null>
}

const enrolmentPath = '/account/second-factor'
const recoveryCodesPath = '/account/recovery-codes'

export function secondFactorPages(needs: SecondFactorPageNeeds): PageRoute[] {
  const formAddress = () => enrolmentPath
  return [
    accountRoute(needs, {
      method: 'GET',
      path: enrolmentPath,
      answer: (visit) => showSecondFactor(needs, visit),
    }),
    accountRoute(needs, { method: 'POST', path: enrolmentPath, answer: beginEnrolment }),
    accountRoute(needs, {
      method: 'POST',
      path: `${enrolmentPath}/confirm`,
      answer: (visit) => confirmEnrolment(needs, visit),
      formAddress,
    }),
    accountRoute(needs, {
      method: 'POST',
      path: `${enrolmentPath}/disable`,
      answer: disableSecondFactor,
      formAddress,
    }),
    accountRoute(needs, { method: 'GET', path: recoveryCodesPath, answer: showRecoveryCodes }),
    accountRoute(needs, { method: 'POST', path: recoveryCodesPath, answer: renewRecoveryCodes }),
  ]
}

async function showSecondFactor(needs: SecondFactorPageNeeds, visit: AccountVisit): Promise<Response> {
  // Checked before the setup key is shown, and before the user fills in a form for nothing.
  requireFresh(visit.caller, visit.now)
  const { enabled } = await secondFactorOf(visit)
  const wantsAnother = visit.url.searchParams.has('again')
  const pending = enabled || wantsAnother ? null : await enrolmentPage(needs, visit)
  return show(visit, pending ?? { kind: 'second-factor', on: enabled })
}

async function beginEnrolment(visit: AccountVisit): Promise<Response> {
  // The form has no fields, but reading it applies the usual checks.
  await visit.form()
  await visit.run(api.authenticators.beginSecondFactor)
  // A page of its own shows the key, so that it can be reloaded.
  return seeOther(enrolmentPath, visit.cookies)
}

async function confirmEnrolment(needs: SecondFactorPageNeeds, visit: AccountVisit): Promise<Response> {
  const code = (await visit.form()).get('code')
  // The page with the recovery codes was reloaded: one-time codes are on, and recovery codes are shown only once.
  if ((await secondFactorOf(visit)).enabled) return seeOther('/account/security')
  return await tryForm(
    async () => {
      const { data } = await visit.run(api.authenticators.confirmSecondFactor, { code })
      return show(visit, { kind: 'new-codes', codes: data.recovery_codes })
    },
    async (wrong, refusal) => {
      const pending = await enrolmentPage(needs, visit)
      if (!pending) throw refusal
      return show(visit, { ...pending, wrong }, refusal)
    },
  )
}

async function disableSecondFactor(visit: AccountVisit): Promise<Response> {
  await visit.form()
  await visit.run(api.authenticators.disableSecondFactor)
  return done(visit, '/account/security', 'second-factor-off')
}

async function showRecoveryCodes(visit: AccountVisit): Promise<Response> {
  const { enabled, recovery_codes_left: left } = await secondFactorOf(visit)
  if (!enabled) return seeOther('/account/security')
  requireFresh(visit.caller, visit.now)
  return show(visit, { kind: 'recovery-codes', left })
}

async function renewRecoveryCodes(visit: AccountVisit): Promise<Response> {
  await visit.form()
  const { data } = await visit.run(api.authenticators.renewRecoveryCodes)
  return show(visit, { kind: 'new-codes', codes: data.recovery_codes })
}

async function secondFactorOf(visit: AccountVisit) {
  return (await visit.run(api.authenticators.secondFactor)).data
}

/** The page with the key of this session's enrolment and its QR code; null if there is no enrolment. */
async function enrolmentPage(needs: SecondFactorPageNeeds, { caller, email, now }: AccountVisit) {
  const pending = await needs.pendingEnrolment(caller, email, now)
  if (!pending) return null
  // The page draws the quiet zone itself, so the one that the encoder insists on is cut off.
  const qr = encodeQR(pending.uri, 'raw', { ecc: 'low', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
  return { kind: 'enrolment', secret: pending.secret, qr, wrong: null } as const
}
