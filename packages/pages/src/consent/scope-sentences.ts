// What each scope permits, as the consent screen, the account pages and the dashboard say it.
import type { Scope } from '@linnet/contract'
import type { Language } from '../language.ts'

export const scopeSentences: Record<Language, Record<Scope, string>> = {
  en: {
    'links:read': 'see your links and check whether a short code is free',
    'links:write': 'create links, change them and bring archived ones back',
    'links:archive': 'archive your links, so that they stop working',
    'links:analytics': 'see how often your links are clicked, from where and with what',
    'qr:read': 'see how your QR codes look',
    'qr:write': 'change how your QR codes look',
    'user:read': 'see your name, your e-mail address, your plan and how much of it is used',
    'microsites:read': 'see your link pages and what is on them',
    'microsites:write': 'create link pages and change what is on them',
    'microsites:delete': 'delete link pages and what is on them',
  },
  id: {
    'links:read': 'melihat tautan Anda dan memeriksa apakah sebuah kode pendek masih tersedia',
    'links:write': 'membuat dan mengubah tautan, serta memulihkan yang diarsipkan',
    'links:archive': 'mengarsipkan tautan Anda sehingga tidak berfungsi lagi',
    'links:analytics': 'melihat seberapa sering tautan Anda diklik, dari mana dan dengan apa',
    'qr:read': 'melihat tampilan kode QR Anda',
    'qr:write': 'mengubah tampilan kode QR Anda',
    'user:read': 'melihat nama, alamat email, paket Anda dan pemakaiannya',
    'microsites:read': 'melihat halaman tautan Anda beserta isinya',
    'microsites:write': 'membuat halaman tautan dan mengubah isinya',
    'microsites:delete': 'menghapus halaman tautan beserta isinya',
  },
}
