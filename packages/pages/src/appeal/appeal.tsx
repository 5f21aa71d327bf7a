// The page on which the owner of a blocked account appeals, and its confirmation.

import type { Language } from '@linnet/languages'
import { Form, renderFormPage, TextArea } from '../forms/form-page.tsx'
import { type AppealMessages, appealMessagesIn } from '../messages.ts'
import { Notice } from '../visitor/layout.tsx'

export type AppealPage =
  | { kind: 'form'; token: string; reason: string; message: string; wrong: boolean }
  | { kind: 'sent' }

type AppealFormPage = Extract<AppealPage, { kind: 'form' }>

const AppealForm = ({ messages, page }: { messages: AppealMessages; page: AppealFormPage }) => (
  <>
    <h1>{messages.title}</h1>
    <p class="text">{messages.text}</p>
    <p class="message alert">
      <bdi>{page.reason}</bdi>
    </p>
    <Form action="/account/appeal" fields={{ token: page.token }} submit={messages.submit}>
      <TextArea
        name="message"
        label={messages.message}
        value={page.message}
        hint={messages.hint}
        wrong={page.wrong ? messages.wrong : null}
        rows={6}
        maxlength={1000}
        required
        autofocus
      />
    </Form>
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
