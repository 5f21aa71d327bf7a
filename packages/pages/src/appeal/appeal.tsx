// The page on which the owner of a blocked account appeals, and its confirmation.
import { Hidden, renderFormPage } from '../forms/form-page.tsx'
import type { Language } from '../language.ts'
import { Notice } from '../visitor/layout.tsx'
import { type AppealMessages, appealMessagesIn } from './messages.ts'

export type AppealPage =
  | { kind: 'form'; token: string; reason: string; message: string; wrong: boolean }
  | { kind: 'sent' }

type Form = Extract<AppealPage, { kind: 'form' }>

const AppealForm = ({ messages, page }: { messages: AppealMessages; page: Form }) => (
  <>
    <h1>{messages.title}</h1>
    <p class="text">{messages.text}</p>
    <p class="message alert">
      <bdi>{page.reason}</bdi>
    </p>
    <form method="post" action="/account/appeal">
      <Hidden fields={{ token: page.token }} />
      <div class="field">
        <label for="message">{messages.message}</label>
        <textarea
          id="message"
          name="message"
          rows={6}
          maxlength={1000}
          required
          autofocus
          aria-invalid={page.wrong ? 'true' : undefined}
          aria-describedby={page.wrong ? 'message-hint message-wrong' : 'message-hint'}
        >
          {page.message}
        </textarea>
        <p class="hint" id="message-hint">
          {messages.hint}
        </p>
        {page.wrong ? (
          <p class="wrong" id="message-wrong">
            {messages.wrong}
          </p>
        ) : null}
      </div>
      <button class="button" type="submit">
        {messages.submit}
      </button>
    </form>
  </>
)

/** A complete HTML document, to be served under `formPagePolicy({})`. */
export function renderAppealPage(page: AppealPage, language: Language): string {
  const messages = appealMessagesIn(language)
  return renderFormPage({
    language,
    title: page.kind === 'sent' ? messages.sent.title : messages.title,
    children:
      page.kind === 'sent' ? (
        <Notice icon="used" {...messages.sent} />
      ) : (
        <AppealForm messages={messages} page={page} />
      ),
  })
}
