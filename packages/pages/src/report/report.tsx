// The page on which anybody reports a link or a microsite, and the thanks for it.
import { type AbuseReason, abuseReasons } from '@linnet/contract'
import { Field, renderFormPage } from '../forms/form-page.tsx'
import type { Language } from '../language.ts'
import { Notice } from '../visitor/layout.tsx'
import { reportWordsIn } from './words.ts'

export type ReportPage =
  | {
      kind: 'form'
      address: string
      reason: AbuseReason | null
      details: string
      email: string
      /** The fields that can not be taken as they are. */
      wrong: readonly ('address' | 'reason' | 'details' | 'email')[]
    }
  | { kind: 'sent' }

type Form = Extract<ReportPage, { kind: 'form' }>
type Words = ReturnType<typeof reportWordsIn>

const Wrong = ({ name, text }: { name: string; text: string | null }) =>
  text === null ? null : (
    <p class="wrong" id={`${name}-wrong`}>
      {text}
    </p>
  )

const Reason = ({ words, page, wrong }: { words: Words; page: Form; wrong: string | null }) => (
  <div class="field">
    <label for="reason">{words.reason}</label>
    <select
      id="reason"
      name="reason"
      required
      aria-invalid={wrong ? 'true' : undefined}
      aria-describedby={wrong ? 'reason-wrong' : undefined}
    >
      <option value="" selected={page.reason === null}>
        {words.choose}
      </option>
      {abuseReasons.map((reason) => (
        <option value={reason} selected={page.reason === reason}>
          {words.reasons[reason]}
        </option>
      ))}
    </select>
    <Wrong name="reason" text={wrong} />
  </div>
)

const Details = ({ words, page, wrong }: { words: Words; page: Form; wrong: string | null }) => (
  <div class="field">
    <label for="details">{words.details}</label>
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
      {words.detailsHint}
    </p>
    <Wrong name="details" text={wrong} />
  </div>
)

const ReportForm = ({ words, page }: { words: Words; page: Form }) => {
  const wrong = (name: Form['wrong'][number]) => (page.wrong.includes(name) ? words.wrong[name] : null)
  return (
    <>
      <h1>{words.title}</h1>
      <p class="text">{words.text}</p>
      <form method="post" action="/account/report" novalidate>
        <Field
          name="address"
          label={words.address}
          value={page.address}
          hint={words.addressHint}
          wrong={wrong('address')}
          maxlength={2048}
          autocomplete="off"
          autofocus={page.address === ''}
        />
        <Reason words={words} page={page} wrong={wrong('reason')} />
        <Details words={words} page={page} wrong={wrong('details')} />
        <Field
          name="email"
          type="email"
          label={words.email}
          value={page.email}
          hint={words.emailHint}
          wrong={wrong('email')}
          autocomplete="email"
          maxlength={254}
          optional
        />
        <button class="button" type="submit">
          {words.submit}
        </button>
      </form>
    </>
  )
}

/** A complete HTML document, to be served under `formPagePolicy({})`. */
export function renderReportPage(page: ReportPage, language: Language): string {
  const words = reportWordsIn(language)
  return renderFormPage({
    language,
    title: page.kind === 'sent' ? words.sent.title : words.title,
    children:
      page.kind === 'sent' ? (
        <Notice icon="used" {...words.sent} />
      ) : (
        <ReportForm words={words} page={page} />
      ),
  })
}
