// The account's security at a glance: its password, one-time codes, recovery codes, passkeys and identities.

import type { SignInMethods } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import type { Child } from 'hono/jsx'
import { Hidden } from '../forms/form-page.tsx'
import type { AccountMessages } from '../messages.ts'
import { dayIn } from '../time.ts'
import type { AccountPage } from './account-page.ts'
import { Ago } from './frame.tsx'

type SecurityProps = {
  messages: AccountMessages
  language: Language
  now: number
  page: Extract<AccountPage, { kind: 'security' }>
}

interface MethodsProps {
  messages: AccountMessages
  methods: SignInMethods
}

/** A setting, its state, and the page that changes it. */
const Item = ({
  title,
  action,
  to,
  children,
}: {
  title: string
  action: string
  to: string
  children?: Child
}) => (
  <li>
    <div>
      <strong>{title}</strong>
      <p class="soft">{children}</p>
    </div>
    <a class="button second" href={to} aria-label={`${action}: ${title}`}>
      {action}
    </a>
  </li>
)

export const Security = ({ messages, language, now, page }: SecurityProps) => {
  const { security } = messages
  const { secondFactor, passkeys, methods } = page
  const { enabled, recovery_codes_left } = secondFactor
  return (
    <>
      <h1>{messages.sections.security}</h1>
      <ul class="list">
        <PasswordItem messages={messages} methods={methods} />
        <Item
          title={security.secondFactor}
          action={enabled ? security.turnOff : security.turnOn}
          to="/account/second-factor"
        >
          {enabled ? security.on : security.off}
        </Item>
        {enabled ? (
          <Item title={security.recoveryCodes} action={security.newCodes} to="/account/recovery-codes">
            {security.left(recovery_codes_left)}
          </Item>
        ) : null}
      </ul>
      <h2>{security.passkeys}</h2>
      <p class="text">
        {security.passkeysText} {passkeys.length === 0 ? security.noPasskeys : ''}
      </p>
      {passkeys.length === 0 ? null : (
        <ul class="list">
          {passkeys.map(({ id, name, created_at, last_used_at }) => (
            <Item title={name} action={security.change} to={`/account/passkey?id=${encodeURIComponent(id)}`}>
              {security.added(dayIn(language, created_at))}{' '}
              {last_used_at === null ? (
                security.neverUsed
              ) : (
                <LastUsed messages={messages} language={language} now={now} at={last_used_at} />
              )}
            </Item>
          ))}
        </ul>
      )}
      <p class="action">
        <a class="button" href="/account/passkeys/add">
          {security.addPasskey}
        </a>
      </p>
      <Identities messages={messages} language={language} now={now} methods={methods} />
    </>
  )
}

const PasswordItem = ({ messages: { security }, methods }: MethodsProps) => {
  const { password, password_sign_in, provider } = methods
  if (password)
    return (
      <Item title={security.password} action={security.changePassword} to="/account/password">
        {security.passwordText}
      </Item>
    )
  // Without a password, an e-mail proves whose account it is, as for one that was forgotten.
  return password_sign_in ? (
    <Item title={security.password} action={security.setPassword} to="/account/forgot-password">
      {security.noPassword(provider ?? '')}
    </Item>
  ) : null
}

/** Who the user is at the provider of single sign-on; nothing without one. */
const Identities = ({ messages, methods, ...when }: MethodsProps & Omit<SecurityProps, 'page'>) => {
  const { security } = messages
  const { provider, identities } = methods
  if (provider === null && identities.length === 0) return null
  return (
    <>
      <h2>{security.provider}</h2>
      <p class="text">
        {provider === null ? null : security.providerText(provider)}{' '}
        {identities.length === 0 ? security.noIdentities : ''}
      </p>
      <ul class="list">
        {identities.map(({ id, issuer, email, created_at, last_used_at, usable }) => (
          <li>
            <div>
              <strong>{email ?? security.identityAt(new URL(issuer).host)}</strong>
              <p class="soft">
                {security.added(dayIn(when.language, created_at))}{' '}
                {last_used_at === null ? (
                  security.neverUsed
                ) : (
                  <LastUsed messages={messages} at={last_used_at} {...when} />
                )}{' '}
                {usable ? null : security.notUsable(new URL(issuer).host)}
              </p>
            </div>
            <form method="post" action="/account/identities/remove">
              <Hidden fields={{ id }} />
              <button
                class="button second"
                type="submit"
                aria-label={`${security.removeIdentity}: ${email ?? new URL(issuer).host}`}
              >
                {security.removeIdentity}
              </button>
            </form>
          </li>
        ))}
      </ul>
      {provider === null ? null : (
        <form method="post" action="/account/single-sign-on">
          <Hidden fields={{ purpose: 'join' }} />
          <button class="button" type="submit">
            {security.joinProvider(provider)}
          </button>
        </form>
      )}
    </>
  )
}

const LastUsed = ({ messages, at, ...when }: Omit<SecurityProps, 'page'> & { at: number }) => {
  const [before = '', after = ''] = messages.security.lastUsed('\n').split('\n')
  return (
    <>
      {before}
      <Ago at={at} justNow={messages.sessions.justNow} {...when} />
      {after}
    </>
  )
}
