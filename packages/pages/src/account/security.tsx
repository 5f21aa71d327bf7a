// The account's security at a glance: its password, one-time codes, recovery codes and passkeys.

import type { Language } from '@linnet/languages'
import type { Child } from 'hono/jsx'
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

export const Security = ({ messages, language, now, page: { secondFactor, passkeys } }: SecurityProps) => {
  const { security } = messages
  const { enabled, recovery_codes_left } = secondFactor
  return (
    <>
      <h1>{messages.sections.security}</h1>
      <ul class="list">
        <Item title={security.password} action={security.changePassword} to="/account/password">
          {security.passwordText}
        </Item>
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
