// The warning before leaving with unsaved changes.
import type { AllMessages } from '../../messages.ts'

export const leaveWarning: AllMessages['leaveWarning'] = {
  title: 'Tinggalkan tanpa menyimpan?',
  what: 'Perubahan Anda belum disimpan. Simpan draf agar masih ada di tab ini saat Anda kembali.',
  stay: 'Tetap di sini',
  keep: 'Simpan draf',
  discard: 'Buang perubahan',
}
