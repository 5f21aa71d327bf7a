// The page for a refused request or an error that no form can show.
import { type ErrorCode, errorCodes } from '@linnet/contract'
import { accountMessagesIn } from '../account/messages-by-language.ts'
import type { Language } from '../language.ts'
import type { IconName } from '../visitor/icons.tsx'
import { Notice } from '../visitor/layout.tsx'
import { renderFormPage } from './form-page.tsx'

export interface RefusalPage {
  code: ErrorCode
  /** What to do, in English, if there is more to say than the code does. */
  message: string | null
  requestId: string
  /** The next address, with its origin, because the page may be on another one. */
  accountUrl: string
}

type Text = { title: string; text: string }

const messages: Record<Language, { reference: string; other: Text } & Partial<Record<ErrorCode, Text>>> = {
  en: {
    reference: 'Request number',
    not_found: { title: 'There is no page here', text: 'Check the address, or begin again from the start.' },
    forbidden: {
      title: 'This was not allowed',
      text: 'Go back, load the page again, and send the form from there.',
    },
    rate_limited: { title: 'Too many tries', text: 'Wait a minute and try again.' },
    gone: { title: 'This address has been used, or is too old', text: 'Ask for a new one.' },
    unavailable: {
      title: 'Back in a moment',
      text: 'Nothing has been lost. Wait a few seconds and try again.',
    },
    internal: {
      title: 'Something went wrong on our side',
      text: 'It was not your doing. Try again in a moment; if it keeps happening, tell the operator the number below.',
    },
    other: { title: 'This could not be done', text: 'Go back and try again.' },
  },
  id: {
    reference: 'Nomor permintaan',
    not_found: { title: 'Tidak ada halaman di sini', text: 'Periksa alamatnya, atau mulai lagi dari awal.' },
    forbidden: {
      title: 'Ini tidak diizinkan',
      text: 'Kembali, muat ulang halamannya, lalu kirim formulirnya dari sana.',
    },
    rate_limited: { title: 'Terlalu banyak percobaan', text: 'Tunggu satu menit lalu coba lagi.' },
    gone: { title: 'Alamat ini sudah dipakai, atau terlalu lama', text: 'Mintalah yang baru.' },
    unavailable: {
      title: 'Sebentar lagi kembali',
      text: 'Tidak ada yang hilang. Tunggu beberapa detik lalu coba lagi.',
    },
    internal: {
      title: 'Ada yang salah di pihak kami',
      text: 'Ini bukan karena Anda. Coba lagi sebentar lagi; jika terus terjadi, beri tahu pengelola nomor di bawah ini.',
    },
    other: { title: 'Ini tidak dapat dilakukan', text: 'Kembali dan coba lagi.' },
  },
}

const icons: Partial<Record<ErrorCode, IconName>> = {
  not_found: 'missing',
  rate_limited: 'wait',
  gone: 'clock',
  unavailable: 'pause',
  internal: 'fault',
}

/** The link on a page that ends something. */
export const ToAccount = ({ url, language }: { url: string; language: Language }) => (
  <p class="links">
    <a href={url}>{accountMessagesIn(language).navigation}</a>
  </p>
)

export function renderRefusalPage(
  { code, message, requestId, accountUrl }: RefusalPage,
  language: Language,
): string {
  const { reference } = messages[language]
  const { title, text } = messages[language][code] ?? messages[language].other
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
