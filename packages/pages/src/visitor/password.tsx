// Asks for a link's password and, if its destination is for adults, for consent with the same button.

import { Hidden } from '../forms/form-page.tsx'
import type { VisitorMessages } from '../messages.ts'
import { Notice } from './layout.tsx'

type PasswordProps = {
  messages: VisitorMessages['password']
  wrong: boolean
  adult: boolean
  sent?: Record<string, string>
}

export const Password = ({ messages, wrong, adult, sent = {} }: PasswordProps) => (
  <Notice icon="lock" title={messages.title} text={messages.text}>
    {adult ? <p class="text">{messages.adultNote}</p> : null}
    <form class="action" method="post">
      <Hidden fields={sent} />
      <div>
        <label for="password">{messages.label}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="off"
          autofocus
          required
          aria-invalid={wrong ? 'true' : undefined}
          aria-describedby={wrong ? 'wrong' : undefined}
        />
        {wrong ? (
          <p class="wrong" id="wrong" role="alert">
            {messages.wrong}
          </p>
        ) : null}
      </div>
      {adult ? (
        <button class="button" type="submit" name="consent" value="yes">
          {messages.adultSubmit}
        </button>
      ) : (
        <button class="button" type="submit">
          {messages.submit}
        </button>
      )}
    </form>
  </Notice>
)
