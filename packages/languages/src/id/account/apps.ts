// The messages about connected apps, besides those that the dashboard shares with the account pages.
import type { AllMessages } from '../../messages.ts'

export const connectedApps: AllMessages['connectedApps'] = {
  how: 'Aplikasi dan agen yang Anda beri akses ke ruang kerja Anda tampil di sini. Aksesnya dapat Anda cabut kapan saja.',
  workspace: (name: string) => `Ruang kerja: ${name}`,
  personal: 'Ruang kerja: Pribadi',
  membersTitle: 'Aplikasi anggota lain',
  membersText: (workspace: string) => `Aplikasi yang dihubungkan anggota lain ke ${workspace}.`,
  of: (person: string) => `Dihubungkan oleh ${person}`,
  can: 'Aplikasi ini dapat:',
  revokeOf: (name: string) => `Cabut akses ${name}`,
  confirmTitle: (name: string) => `Cabut akses ${name}?`,
  after: 'Aplikasi ini langsung kehilangan akses. Untuk memakainya lagi, hubungkan kembali.',
}
