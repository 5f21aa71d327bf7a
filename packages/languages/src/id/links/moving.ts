// Moving links to another workspace.
import type { AllMessages } from '../../messages.ts'

export const moving: AllMessages['moving'] = {
  move: 'Pindahkan ke ruang kerja…',
  short: 'Pindahkan',
  title: (links: number) => `Pindahkan ${links} tautan ke…`,
  none: 'Anda tidak punya ruang kerja lain dengan peran paling rendah editor.',
  moved: (links: number, workspace: string) => `${links} tautan dipindahkan ke ${workspace}`,
  open: 'Buka ruang kerja',
  failedTitle: (links: number) => `${links} tautan tidak dipindahkan`,
  failedText: (workspace: string) =>
    `Tautan di domain khusus tidak dapat dipindahkan tanpa domainnya, dan paket ${workspace} mungkin tidak mengizinkan tautan lagi bulan ini. Tautan itu tetap di tempatnya.`,
  done: 'Selesai',
}
