// The page on which anybody reports a link or a microsite, and its confirmation.
import { type AbuseReason, abuseReasons } from '@linnet/contract'
import { Field, renderFormPage } from '../forms/form-page.tsx'
import type { Language } from '../language.ts'
import { Notice } from '../visitor/layout.tsx'
import { reportMessagesIn } from './messages.ts'

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

type Form = Extract<ReportPage, { kind: 'form' }>
type Messages = ReturnType<typeof reportMessagesIn>

const Wrong = ({ name, text }: { name: string; text: string | null }) =>
  text === null ? null : (
    <p class="wrong" id={`${name}-wrong`}>
      {text}
    </p>
  )

const Reason = ({ messages, page, wrong }: { messages: Messages; page: Form; wrong: string | null }) => (
  <div class="field">
    <label for="reason">{messages.reason}</label>
    <select
      id="reason"
      name="reason"
      required
      aria-invalid={wrong ? 'true' : undefined}
      aria-describedby={wrong ? 'reason-wrong' : undefined}
    >
      <option value="" selected={page.reason === null}>
        {messages.choose}
      </option>
      {abuseReasons.map((reason) => (
        <option value={reason} selected={page.reason === reason}>
          {messages.reasons[reason]}
        </option>
      ))}
    </select>
    <Wrong name="reason" text={wrong} />
  </div>
)

const Details = ({ messages, page, wrong }: { messages: Messages; page: Form; wrong: string | null }) => (
  <div class="field">
    <label for="details">{messages.details}</label>
    <textarea
      id="details"
      name="details"
      rows={4}
      maxlength={1000}
      aria-invalid={wrong ? 'true' : undefined}
      aria-describedby={wrong ? 'details-hint details-wrong' : 'details-hint'}
    >
      {page.details}
    </textarea>
    <p class="hint" id="details-hint">
      {messages.detailsHint}
    </p>
    <Wrong name="details" text={wrong} />
  </div>
)

const ReportForm = ({ messages, page }: { messages: Messages; page: Form }) => {
  const wrong = (name: Form['wrong'][number]) => (page.wrong.includes(name) ? messages.wrong[name] : null)
  return (
    <>
      <h1>{messages.title}</h1>
      <p class="text">{messages.text}</p>
      <form method="post" action="/account/report" novalidate>
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
        <Reason messages={messages} page={page} wrong={wrong('reason')} />
        <Details messages={messages} page={page} wrong={wrong('details')} />
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
        <button class="button" type="submit">
          {messages.submit}
        </button>
      </form>
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
