// Moving links to another workspace.
import type { AllMessages } from '../../messages.ts'

export const moving: AllMessages['moving'] = {
  move: 'Pindahkan ke ruang kerja…',
  short: 'Pindahkan',
  title: (links: number) => `Pindahkan ${links} tautan ke…`,
  none: 'Untuk memindahkan tautan, peran Anda di ruang kerja lain harus paling rendah editor.',
  moved: (links: number, workspace: string) => `${links} tautan dipindahkan ke ${workspace}`,
  open: 'Buka ruang kerja',
  failedTitle: (links: number) => `${links} tautan tidak dipindahkan`,
  failedText: (workspace: string) =>
    `Tautan ini tetap di ruang kerja ini. Tautan di domain khusus tidak dapat dipindahkan, dan paket ${workspace} mungkin tidak mengizinkan tautan lagi bulan ini.`,
  done: 'Selesai',
}
