// The page that ends an invalid authorization request, because a redirect to an untrusted client would be unsafe.

import type { Language } from '@linnet/languages'
import { renderFormPage } from '../forms/form-page.tsx'
import { ToAccount } from '../forms/refusal-page.tsx'
import { type ConsentMessages, consentMessagesIn } from '../messages.ts'
import { Notice } from '../visitor/layout.tsx'

export type ConsentFault = keyof ConsentMessages['faults']

export function renderConsentFault(fault: ConsentFault, accountUrl: string, language: Language): string {
  const { title, text } = consentMessagesIn(language).faults[fault]
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
