// The pages of the account's security: at a glance, the password, one-time codes and recovery codes.
import { api, Refusal } from '@linnet/contract'
import encodeQR from 'qr'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { Caller } from '../../../platform/operations/handler.ts'
import type { PageRoute } from '../../../platform/operations/page.ts'
import { requireFresh } from '../../../platform/operations/reauthentication.ts'
import { passwordFault } from '../accounts/index.ts'
import type { Enrolment } from '../authenticators/index.ts'
import {
  type AccountVisit,
  accountRoute,
  done,
  perform,
  type SignedInNeeds,
  show,
  tryForm,
} from './signed-in.ts'

export interface SecurityPageNeeds extends SignedInNeeds {
  /** The enrolment in one-time codes that this session has begun, or null. */
  pendingEnrolment(caller: Caller, email: string, now: number): Promise<Enrolment | null>
}

const enrolmentPath = '/account/second-factor'

export function securityPages(needs: SecurityPageNeeds): PageRoute[] {
  const state = async (visit: AccountVisit) =>
    (await perform(needs, api.authenticators.secondFactor, visit)).data

  /** The modules of the QR code of what this session has begun to turn on, with its key; null where it has not. */
  async function enrolment({ caller, email, now }: AccountVisit) {
    const pending = await needs.pendingEnrolment(caller, email, now)
    if (!pending) return null
    // The page draws the quiet zone; the encoder insists on one as well.
    const qr = encodeQR(pending.uri, 'raw', { ecc: 'low', border: 1 })
      .slice(1, -1)
      .map((row) => row.slice(1, -1))
    return { kind: 'enrolment', secret: pending.secret, qr, wrong: null } as const
  }

  return [
    accountRoute(needs, 'GET', '/account/security', async (visit) => {
      const { data: passkeys } = await perform(needs, api.authenticators.listPasskeys, visit)
      return show(visit, { kind: 'security', secondFactor: await state(visit), passkeys })
    }),

    accountRoute(needs, 'GET', '/account/password', async (visit) =>
      show(visit, { kind: 'password', wrong: null, fault: null }),
    ),
    accountRoute(needs, 'POST', '/account/password', async (visit) => {
      const form = await visit.form()
      const input = { password: form.get('password'), new_password: form.get('new_password') ?? '' }
      const fault = passwordFault(input.new_password, visit.email)
      if (fault)
        return show(visit, { kind: 'password', wrong: null, fault }, new Refusal('validation_failed'))
      return await tryForm(
        async () => {
          await perform(needs, api.accounts.changePassword, visit, input)
          return done(visit, '/account/security', 'password')
        },
        (wrong, refusal) => show(visit, { kind: 'password', wrong, fault: null }, refusal),
      )
    }),

    accountRoute(needs, 'GET', enrolmentPath, async (visit) => {
      // Before the setup key is shown, and so that nobody fills in a form in vain.
      requireFresh(visit.caller, visit.now)
      const { enabled } = await state(visit)
      const begun = enabled || visit.url.searchParams.has('again') ? null : await enrolment(visit)
      return show(visit, begun ?? { kind: 'second-factor', on: enabled })
    }),
    accountRoute(needs, 'POST', enrolmentPath, async (visit) => {
      // It has no fields, and is read like any other form.
      await visit.form()
      await perform(needs, api.authenticators.beginSecondFactor, visit)
      // The key is shown by a page of its own, which can be loaded again.
      return seeOther(enrolmentPath, visit.requestId, visit.cookies)
    }),
    accountRoute(
      needs,
      'POST',
      `${enrolmentPath}/confirm`,
      async (visit) => {
        const code = (await visit.form()).get('code')
        // The page with the recovery codes was loaded again: they are on, and the codes are not shown twice.
        if ((await state(visit)).enabled) return seeOther('/account/security', visit.requestId)
        return await tryForm(
          async () => {
            const { data } = await perform(needs, api.authenticators.confirmSecondFactor, visit, {
              code,
            })
            return show(visit, { kind: 'new-codes', codes: data.recovery_codes })
          },
          async (wrong, refusal) => {
            const begun = await enrolment(visit)
            if (!begun) throw refusal
            return show(visit, { ...begun, wrong }, refusal)
          },
        )
      },
      () => enrolmentPath,
    ),
    accountRoute(
      needs,
      'POST',
      `${enrolmentPath}/disable`,
      async (visit) => {
        await visit.form()
        await perform(needs, api.authenticators.disableSecondFactor, visit)
        return done(visit, '/account/security', 'second-factor-off')
      },
      () => enrolmentPath,
    ),

    accountRoute(needs, 'GET', '/account/recovery-codes', async (visit) => {
      const { enabled, recovery_codes_left: left } = await state(visit)
      if (!enabled) return seeOther('/account/security', visit.requestId)
      requireFresh(visit.caller, visit.now)
      return show(visit, { kind: 'recovery-codes', left })
    }),
    accountRoute(needs, 'POST', '/account/recovery-codes', async (visit) => {
      await visit.form()
      const { data } = await perform(needs, api.authenticators.renewRecoveryCodes, visit)
      return show(visit, { kind: 'new-codes', codes: data.recovery_codes })
    }),
  ]
}
