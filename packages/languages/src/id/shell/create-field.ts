// The field that creates a link from any page.
import type { AllMessages } from '../../messages.ts'

export const createField: AllMessages['createField'] = {
  label: 'URL tujuan',
  placeholder: 'Tempel URL panjang untuk memendekkannya',
  create: 'Pendekkan',
  made: (url: string) => `Tautan dibuat: ${url}`,
  madeAndCopied: (url: string) => `Tautan dibuat dan disalin: ${url}`,
  edit: 'Ubah',
  code: 'Kode pendek khusus',
  codeHint: 'Kosongkan untuk kode acak. Setelah tautan dibuat, pilih Ubah untuk pengaturan lainnya.',
}
