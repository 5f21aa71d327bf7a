// Error messages for people, in the current language.
import type { ErrorCode, ErrorDetail } from '@linnet/contract'
import { errorCodes } from '@linnet/contract/errors'
import { ApiError, ConnectionLost } from './client.ts'
import { currentLanguage, defineMessages, type Language, messagesIn, onLanguageChange } from './language.ts'

const messages = defineMessages({
  en: {
    lost: 'No answer came. What you entered is still here: check your connection and try again.',
    bug: 'Something went wrong here. Try again, or reload the page.',
    // The server's English message is more precise than a general one.
    of: (code: ErrorCode, message: string) =>
      code === 'unauthenticated' || message === errorCodes[code].message
        ? (english[code] ?? message)
        : message,
    request: (id: string) => ` (Request ${id})`,
  },
  id: {
    lost: 'Tidak ada jawaban. Yang Anda isi masih ada di sini: periksa koneksi Anda, lalu coba lagi.',
    bug: 'Terjadi kesalahan di sini. Coba lagi, atau muat ulang halaman.',
    of: (code: ErrorCode, message: string) => indonesian[code] ?? message,
    request: (id: string) => ` (Permintaan ${id})`,
  },
})

/** Replaces messages of the API that are for programs. */
const english: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'This request could not be read. Reload the page and try again.',
  unauthenticated: 'Your session has ended. Sign in again.',
  insufficient_scope: 'This credential is not allowed to do that.',
  reauthentication_required: 'Nothing was changed. Confirm that it’s you to continue.',
  not_found: 'This is not there any more. It may have been deleted elsewhere.',
  method_not_allowed: 'This address does not take that request. Reload the page.',
  idempotency_conflict: 'This request was sent before with other content. Reload the page.',
  payload_too_large: 'This is too large.',
  rate_limited: 'Too many requests. Wait a moment, then try again.',
  internal: 'Something went wrong on the server. Try again in a moment.',
}

const indonesian: Record<ErrorCode, string> = {
  malformed_request: 'Permintaan ini tidak dapat dibaca. Muat ulang halaman dan coba lagi.',
  slug_taken: 'Kode ini sudah dipakai. Pilih yang lain.',
  slug_invalid:
    'Kode ini tidak dapat dipakai. Gunakan huruf, angka, - dan _, dan bukan kata yang dipakai layanan.',
  validation_failed: 'Ada isian yang belum benar. Lihat keterangannya dan perbaiki.',
  plan_limit: 'Batas paket Anda telah tercapai.',
  plan_required: 'Paket Anda tidak mencakup fitur ini.',
  unauthenticated: 'Sesi Anda telah berakhir. Masuk lagi.',
  insufficient_scope: 'Kredensial ini tidak punya izin untuk itu.',
  reauthentication_required: 'Tidak ada yang diubah. Konfirmasi bahwa ini Anda untuk melanjutkan.',
  not_found: 'Ini tidak ada lagi. Mungkin sudah dihapus di tempat lain.',
  forbidden: 'Ini tidak diizinkan.',
  gone: 'Ini sudah tidak berlaku lagi.',
  wrong_password: 'Kata sandi atau kode itu salah.',
  method_not_allowed: 'Alamat ini tidak menerima permintaan itu. Muat ulang halaman.',
  idempotency_conflict: 'Permintaan ini sudah pernah dikirim dengan isi lain. Muat ulang halaman.',
  misdirected_request: 'Server ini tidak melayani alamat tersebut. Buka alamat utama layanan.',
  payload_too_large: 'Ini terlalu besar.',
  rate_limited: 'Terlalu banyak permintaan. Tunggu sebentar, lalu coba lagi.',
  internal: 'Terjadi kesalahan di server. Coba lagi sebentar lagi.',
  unavailable: 'Server sedang sibuk. Coba lagi sebentar lagi.',
}

/** The message for an error. */
export function messageOf(error: unknown, language: Language): string {
  const { lost, bug, of, request } = messagesIn(messages, language)
  if (error instanceof ConnectionLost) return lost
  if (!(error instanceof ApiError)) return bug
  const message = of(error.code, error.message)
  return error.status >= 500 && error.requestId ? message + request(error.requestId) : message
}

let inIndonesian: ((message: string) => string | null) | undefined

/** If the chunk can't be loaded, messages stay in English. */
async function prepare(): Promise<void> {
  if (currentLanguage() !== 'id' || inIndonesian) return
  const chunk = await import('./indonesian-faults.ts').catch(() => null)
  inIndonesian = chunk?.faultInIndonesian
}
void prepare()
onLanguageChange(() => void prepare())

/** The errors of fields by their paths, in the current language: `{ long_url: 'must be …' }`. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? readableFaults(error.details) : {}
}

/** The same for faults that the browser found with the same schemas. */
export function readableFaults(details: readonly ErrorDetail[]): Record<string, string> {
  const translate = currentLanguage() === 'id' ? inIndonesian : undefined
  return Object.fromEntries(details.map(({ path, message }) => [path, translate?.(message) ?? message]))
}
