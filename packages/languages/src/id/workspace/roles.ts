// The roles in a workspace, and what each may do.
import type { AllMessages } from '../../messages.ts'

export const roles: AllMessages['roles'] = {
  names: { viewer: 'Pelihat', editor: 'Editor', admin: 'Admin', owner: 'Pemilik' },
  may: {
    viewer: 'Dapat melihat tautan, mikrositus, dan statistik.',
    editor: 'Juga dapat membuat dan mengubah tautan, mikrositus, dan kode QR.',
    admin: 'Juga dapat mengelola anggota, domain, kunci API, dan webhook.',
    owner: 'Juga dapat mengalihkan kepemilikan atau menghapus ruang kerja.',
  },
  needed: {
    viewer: 'Ini memerlukan peran pelihat.',
    editor: 'Ini memerlukan peran editor.',
    admin: 'Ini memerlukan peran admin.',
    owner: 'Ini memerlukan peran pemilik.',
  },
  ask: 'Minta kepada pemilik atau admin ruang kerja ini.',
  askOwner: 'Minta kepada pemilik ruang kerja ini.',
  yours: {
    viewer: 'Anda pelihat di sini.',
    editor: 'Anda editor di sini.',
    admin: 'Anda admin di sini.',
    owner: 'Anda pemilik di sini.',
  },
}
