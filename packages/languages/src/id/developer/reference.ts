// The section about the API reference.
import type { AllMessages } from '../../messages.ts'

export const apiReference: AllMessages['apiReference'] = {
  about:
    'Setiap operasi dengan parameter, respons, dan kesalahannya, serta dokumen OpenAPI untuk membuat klien.',
  open: 'Buka referensi API',
  description: 'Dokumen OpenAPI',
  base: 'URL dasar',
  copyBase: 'Salin URL',
  start: 'Mulai cepat',
  startText: 'Buat kunci API, ganti sk_live_… dengan kunci itu, lalu buat tautan:',
  startLabel: 'Buat tautan',
  makeKey: 'Buat kunci API',
  limits: 'Batas laju',
  perMinute: (count: string) =>
    `${count} permintaan per menit untuk tiap kunci API dan tiap token pada paket Anda.`,
  headers:
    'Respons melaporkan batasnya di X-RateLimit-Limit, X-RateLimit-Remaining, dan X-RateLimit-Reset. Respons 429 menyebut lama menunggu di Retry-After.',
  idempotency:
    'Permintaan yang membuat sesuatu menerima Idempotency-Key: jika diulang dengan kunci yang sama, hanya dijalankan sekali.',
}
