// The messages of the report page. A language that lacks one doesn't compile.
import type { AbuseReason } from '@linnet/contract'
import type { Language } from '../language.ts'

interface ReportMessages {
  title: string
  text: string
  address: string
  addressHint: string
  reason: string
  choose: string
  reasons: Record<AbuseReason, string>
  details: string
  detailsHint: string
  email: string
  emailHint: string
  submit: string
  wrong: { address: string; reason: string; details: string; email: string }
  sent: { title: string; text: string }
}

const messages: Record<Language, ReportMessages> = {
  en: {
    title: 'Report a link',
    text: 'Does a link of this service lead to something harmful? Tell the people who run it, and they will look at it.',
    address: 'Address of the link',
    addressHint: 'The short link or page, as you got it.',
    reason: 'What is wrong with it?',
    choose: 'Choose one',
    reasons: {
      phishing: 'It pretends to be somebody else, to get passwords or money',
      malware: 'It spreads harmful software',
      spam: 'It is sent around as spam',
      illegal: 'Its content is against the law',
      other: 'Something else',
    },
    details: 'What happened (optional)',
    detailsHint: 'Where you got it, and what you saw. At most 1,000 characters.',
    email: 'Your e-mail (optional)',
    emailHint: 'Only if they may ask you about it.',
    submit: 'Send the report',
    wrong: {
      address: 'There is no link of this service at that address. Check it for a mistyped character.',
      reason: 'Choose what is wrong with it.',
      details: 'Write at most 1,000 characters.',
      email: 'That is not an e-mail address.',
    },
    sent: {
      title: 'Thank you for the report',
      text: 'The people who run this service will look at it. Do not enter anything on the page that the link led you to.',
    },
  },
  id: {
    title: 'Laporkan tautan',
    text: 'Apakah tautan dari layanan ini menuju sesuatu yang berbahaya? Beri tahu pengelolanya, dan mereka akan memeriksanya.',
    address: 'Alamat tautan',
    addressHint: 'Tautan pendek atau halaman, seperti yang Anda terima.',
    reason: 'Apa masalahnya?',
    choose: 'Pilih salah satu',
    reasons: {
      phishing: 'Menyamar sebagai pihak lain untuk mendapat kata sandi atau uang',
      malware: 'Menyebarkan perangkat lunak berbahaya',
      spam: 'Disebarkan sebagai spam',
      illegal: 'Isinya melanggar hukum',
      other: 'Hal lain',
    },
    details: 'Apa yang terjadi (opsional)',
    detailsHint: 'Dari mana Anda menerimanya, dan apa yang Anda lihat. Paling banyak 1.000 karakter.',
    email: 'Surel Anda (opsional)',
    emailHint: 'Hanya jika mereka boleh bertanya kepada Anda.',
    submit: 'Kirim laporan',
    wrong: {
      address: 'Tidak ada tautan layanan ini di alamat tersebut. Periksa apakah ada huruf yang salah ketik.',
      reason: 'Pilih apa masalahnya.',
      details: 'Tulis paling banyak 1.000 karakter.',
      email: 'Itu bukan alamat surel.',
    },
    sent: {
      title: 'Terima kasih atas laporan Anda',
      text: 'Pengelola layanan ini akan memeriksanya. Jangan isi apa pun di halaman yang dituju tautan itu.',
    },
  },
}

export const reportMessagesIn = (language: Language): ReportMessages => messages[language]
