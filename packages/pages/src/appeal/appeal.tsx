// The page on which the owner of a blocked account appeals, and the answer to that.
import { Hidden, renderFormPage } from '../forms/form-page.tsx'
import type { Language } from '../language.ts'
import { Notice } from '../visitor/layout.tsx'
import { type AppealWords, appealWordsIn } from './words.ts'

export type AppealPage =
  | { kind: 'form'; token: string; reason: string; message: string; wrong: boolean }
  | { kind: 'sent' }

type Form = Extract<AppealPage, { kind: 'form' }>

const AppealForm = ({ words, page }: { words: AppealWords; page: Form }) => (
  <>
    <h1>{words.title}</h1>
    <p class="text">{words.text}</p>
    <p class="message alert">
      <bdi>{page.reason}</bdi>
    </p>
    <form method="post" action="/account/appeal">
      <Hidden fields={{ token: page.token }} />
      <div class="field">
        <label for="message">{words.message}</label>
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
          {words.hint}
        </p>
        {page.wrong ? (
          <p class="wrong" id="message-wrong">
            {words.wrong}
          </p>
        ) : null}
      </div>
      <button class="button" type="submit">
        {words.submit}
      </button>
    </form>
  </>
)

/** A complete HTML document, to be served under `formPagePolicy({})`. */
export function renderAppealPage(page: AppealPage, language: Language): string {
  const words = appealWordsIn(language)
  return renderFormPage({
    language,
    title: page.kind === 'sent' ? words.sent.title : words.title,
    children:
      page.kind === 'sent' ? (
        <Notice icon="used" {...words.sent} />
      ) : (
        <AppealForm words={words} page={page} />
      ),
  })
}
