// The page for a refused request or an error that no form can show.
import { type ErrorCode, errorCodes } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { accountMessagesIn, refusalMessagesIn } from '../messages.ts'
import type { IconName } from '../visitor/icons.tsx'
import { Notice } from '../visitor/layout.tsx'
import { renderFormPage } from './form-page.tsx'

export interface RefusalPage {
  code: ErrorCode
  /** What to do, in English, if that is more specific than the message of the code. */
  message: string | null
  requestId: string
  /** The next address, with its origin, because the page may be on another one. */
  accountUrl: string
}

const icons: Partial<Record<ErrorCode, IconName>> = {
  not_found: 'missing',
  rate_limited: 'wait',
  gone: 'clock',
  unavailable: 'pause',
  internal: 'fault',
}

/** The link to the account, on pages where a process ends. */
export const ToAccount = ({ url, language }: { url: string; language: Language }) => (
  <p class="links">
    <a href={url}>{accountMessagesIn(language).navigation}</a>
  </p>
)

export function renderRefusalPage(
  { code, message, requestId, accountUrl }: RefusalPage,
  language: Language,
): string {
  const { reference, other, codes } = refusalMessagesIn(language)
  const { title, text } = (codes as Partial<Record<ErrorCode, typeof other>>)[code] ?? other
  return renderFormPage({
    language,
    title,
    children: (
      <Notice
        icon={icons[code] ?? 'fault'}
        title={title}
        text={message === null ? text : <span lang="en">{message}</span>}
      >
        {errorCodes[code].status < 500 ? null : (
          <p class="small">
            {reference}: <bdi class="code">{requestId}</bdi>
          </p>
        )}
        <ToAccount url={accountUrl} language={language} />
      </Notice>
    ),
  })
}
