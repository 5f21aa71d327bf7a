// The messages of lists whose items can be moved.
import type { AllMessages } from '../../messages.ts'

export const sorting: AllMessages['sorting'] = {
  move: (name) => `Pindahkan ${name}`,
  grabHint:
    'Tekan Spasi untuk mengangkat item, tombol panah untuk memindahkannya, Spasi untuk meletakkannya, atau Escape untuk membatalkan.',
  grabbed: (name) => `${name} diangkat.`,
  over: (name, place, of) => `${name} di posisi ${place} dari ${of}.`,
  dropped: (name, place, of) => `${name} diletakkan di posisi ${place} dari ${of}.`,
  cancelled: (name) => `${name} kembali ke posisi semula.`,
}
