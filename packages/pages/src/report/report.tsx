// The page on which anyone can report a link or a microsite, and its confirmation.
import { type AbuseReason, abuseReasons } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { Field, Form, renderFormPage, Select, TextArea } from '../forms/form-page.tsx'
import { reportMessagesIn } from '../messages.ts'
import { Notice } from '../visitor/layout.tsx'

export type ReportPage =
  | {
      kind: 'form'
      address: string
      reason: AbuseReason | null
      details: string
      email: string
      /** The fields with invalid values. */
      wrong: readonly ('address' | 'reason' | 'details' | 'email')[]
    }
  | { kind: 'sent' }

type ReportFormPage = Extract<ReportPage, { kind: 'form' }>
type Messages = ReturnType<typeof reportMessagesIn>

const ReportForm = ({ messages, page }: { messages: Messages; page: ReportFormPage }) => {
  const wrong = (name: ReportFormPage['wrong'][number]) =>
    page.wrong.includes(name) ? messages.wrong[name] : null
  return (
    <>
      <h1>{messages.title}</h1>
      <p class="text">{messages.text}</p>
      <Form action="/account/report" submit={messages.submit} novalidate>
        <Field
          name="address"
          label={messages.address}
          value={page.address}
          hint={messages.addressHint}
          wrong={wrong('address')}
          maxlength={2048}
          autocomplete="off"
          autofocus={page.address === ''}
        />
        <Select name="reason" label={messages.reason} wrong={wrong('reason')}>
          <option value="" selected={page.reason === null}>
            {messages.choose}
          </option>
          {abuseReasons.map((reason) => (
            <option value={reason} selected={page.reason === reason}>
              {messages.reasons[reason]}
            </option>
          ))}
        </Select>
        <TextArea
          name="details"
          label={messages.details}
          value={page.details}
          hint={messages.detailsHint}
          wrong={wrong('details')}
          rows={4}
          maxlength={1000}
        />
        <Field
          name="email"
          type="email"
          label={messages.email}
          value={page.email}
          hint={messages.emailHint}
          wrong={wrong('email')}
          autocomplete="email"
          maxlength={254}
          optional
        />
      </Form>
    </>
  )
}

/** A complete HTML document, to be served under `formPagePolicy({})`. */
export function renderReportPage(page: ReportPage, language: Language): string {
  const messages = reportMessagesIn(language)
  return renderFormPage({
    language,
    title: page.kind === 'sent' ? messages.sent.title : messages.title,
    children:
      page.kind === 'sent' ? (
        <Notice icon="used" {...messages.sent} />
      ) : (
        <ReportForm messages={messages} page={page} />
      ),
  })
}
