// The page after an account was deleted.

import type { Language } from '@linnet/languages'
import { renderFormPage } from '../forms/form-page.tsx'
import { accountMessagesIn } from '../messages.ts'
import { Notice } from '../visitor/layout.tsx'

/** A complete HTML document, the same for everyone: it names no account. */
export function renderAccountDeleted(language: Language): string {
  const { title, text } = accountMessagesIn(language).deleted
  return renderFormPage({ language, title, children: <Notice icon="used" title={title} text={text} /> })
}
