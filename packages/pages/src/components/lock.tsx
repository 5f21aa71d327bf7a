// What is shown instead of a locked component: its owner's message, and the form that unlocks it.

import type { Language } from '@linnet/languages'
import type { Child } from 'hono/jsx'
import { ThingIcon } from '../icons/symbols.tsx'
import { micrositeMessages } from '../microsite/messages.ts'
import type { MicrositePage, ShownComponent } from '../microsite/microsite-page.ts'
import { tapAddress } from '../microsite/microsite-page.ts'
import { afterIn } from '../time.ts'
import { ButtonContent, type ButtonData, buttonClass } from './button.tsx'
import { visibleText } from './visible-text.ts'

type LockProps = {
  page: MicrositePage
  component: ShownComponent
  language: Language
}

/** The owner's message, which is all that distinguishes one locked component from another. */
const ownMessage = ({ data }: ShownComponent): string | undefined =>
  visibleText('passwordMessage' in data ? data.passwordMessage : undefined)

/** Asks for the password. The response is a page of this component alone, with a link back to the whole page. */
export const UnlockForm = ({ page, component, language }: LockProps) => {
  const messages = micrositeMessages(language)
  const { id, lock } = component
  if (!lock.locked || !lock.canOpen) return null
  if (lock.retryAfter !== null)
    return (
      <p class="lock-fault" role="alert">
        {messages.tooManyTries(afterIn(language, lock.retryAfter))}
      </p>
    )
  return (
    <form class="lock-form" method="post" action={`${tapAddress(page, component)}#${id}`} data-unlock={id}>
      <label for={`${id}_password`}>{messages.password}</label>
      <div class="lock-row">
        <input
          id={`${id}_password`}
          name="password"
          type="password"
          maxlength={255}
          autocomplete="off"
          required
          autofocus={lock.wrong}
          aria-invalid={lock.wrong ? 'true' : undefined}
          aria-describedby={lock.wrong ? `${id}_fault` : undefined}
        />
        <button type="submit">{messages.unlock}</button>
      </div>
      {lock.wrong ? (
        <p class="lock-fault" id={`${id}_fault`} role="alert">
          {messages.wrongPassword}
        </p>
      ) : null}
    </form>
  )
}

type LockedButtonProps = LockProps & { data: ButtonData; children?: Child }

/** A locked link or contact: a button that opens the form, labelled with the owner's message or else its children. */
export const LockedButton = ({ data, children, ...context }: LockedButtonProps) => {
  const { lock } = context.component
  const name = ownMessage(context.component)
  return (
    <details
      class="locked"
      open={lock.locked && (context.page.alone || lock.wrong || lock.retryAfter !== null)}
    >
      <summary class={buttonClass(data)}>
        <ButtonContent data={data} page={context.page} endIcon="lock">
          {name ?? children}
        </ButtonContent>
      </summary>
      <LockCard {...context} isNamed={name !== undefined} />
    </details>
  )
}

type LockCardProps = LockProps & {
  /** Whether the owner's message is already shown above it. */
  isNamed?: boolean
}

/** The card of a locked component. */
export const LockCard = ({ isNamed, ...props }: LockCardProps) => {
  const messages = micrositeMessages(props.language)
  const { lock } = props.component
  const canOpen = lock.locked && lock.canOpen
  const message = isNamed ? undefined : ownMessage(props.component)
  return (
    <div class="card lock">
      <span class="lock-sign">
        <ThingIcon name="lock" />
      </span>
      {message === undefined ? null : (
        <p class="lock-message" dir="auto">
          {message}
        </p>
      )}
      {canOpen && (isNamed || message !== undefined) ? null : (
        <p class={message === undefined ? 'lock-message' : undefined}>
          {canOpen ? messages.locked : messages.notOpen}
        </p>
      )}
      <UnlockForm {...props} />
    </div>
  )
}

export const lockStyles = `
.locked > summary { list-style: none; }
.locked > summary::-webkit-details-marker { display: none; }
.locked > .lock { margin-top: .625rem; }
.locked .lock-sign { display: none; }
.lock { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: .75rem; text-align: center; }
.lock-sign { display: grid; place-items: center; width: 3rem; height: 3rem; border-radius: 50%; background: color-mix(in srgb, var(--accent) 14%, transparent); color: var(--accent); }
.lock-message { font-weight: 600; white-space: pre-line; }
.lock-form { width: 100%; max-width: 22rem; text-align: start; }
.lock-form label { display: block; margin-bottom: .375rem; font-size: .875rem; font-weight: 600; }
.lock-row { display: flex; flex-wrap: wrap; gap: .5rem; }
.lock-row input { flex: 1 1 9rem; min-width: 0; min-height: 2.75rem; padding: .5rem .875rem; border: 1px solid var(--soft); border-radius: min(var(--radius), .875rem); background: var(--surface); color: var(--ink); font: inherit; }
.lock-row button { flex: none; min-height: 2.75rem; padding: .5rem 1rem; border: 0; border-radius: min(var(--radius), .875rem); background: var(--ink); color: var(--surface); font: inherit; font-weight: 600; cursor: pointer; }
.lock-fault { margin-top: .5rem; color: var(--ink); font-weight: 600; }
.lock-row input[aria-invalid] { border: 2px solid var(--accent); }
`
