// The page that ends an invalid authorization request, because a redirect to an untrusted client would be unsafe.
import { renderFormPage } from '../forms/form-page.tsx'
import { ToAccount } from '../forms/refusal-page.tsx'
import type { Language } from '../language.ts'
import { Notice } from '../visitor/layout.tsx'
import { type ConsentFault, consentMessages } from './messages.ts'

export function renderConsentFault(fault: ConsentFault, accountUrl: string, language: Language): string {
  const { title, text } = consentMessages(language).faults[fault]
  return renderFormPage({
    language,
    title,
    children: (
      <Notice icon="missing" title={title} text={text}>
        <ToAccount url={accountUrl} language={language} />
      </Notice>
    ),
  })
}
