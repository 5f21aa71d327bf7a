// The e-mails of signing in and signing up. Each text is a list of paragraphs.
import type { AllMessages } from '../../messages.ts'

export const signInMails: AllMessages['signInMails'] = {
  'confirm-sign-up': ({ host, address }) => ({
    subject: `Konfirmasi alamat surel Anda untuk ${host}`,
    text: [
      `Kami menerima permintaan untuk membuat akun di ${host} dengan alamat surel ini. Untuk mengonfirmasi, buka tautan ini dalam 24 jam dan masukkan kata sandi yang Anda pilih:`,
      address,
      'Jika Anda tidak memintanya, abaikan surel ini. Tidak ada akun yang dibuat jika tautan tidak dibuka.',
    ],
  }),
  'has-account': ({ host, signIn, forgotPassword }) => ({
    subject: `Akun Anda di ${host}`,
    text: [
      `Kami menerima permintaan untuk membuat akun di ${host} dengan alamat surel ini, tetapi Anda sudah punya akun. Masuk di sini:`,
      signIn,
      'Jika Anda lupa kata sandi, atur ulang di sini:',
      forgotPassword,
      'Jika Anda tidak memintanya, abaikan surel ini. Akun Anda tidak berubah.',
    ],
  }),
  invitation: ({ host, address, days }) => ({
    subject: `Anda diundang ke ${host}`,
    text: [
      `Anda diundang untuk membuat akun di ${host}, layanan pemendek tautan. Buka tautan ini dalam ${days} hari:`,
      address,
      'Jika Anda tidak menginginkan akun, abaikan surel ini.',
    ],
  }),
  'workspace-invitation': ({ host, workspace, inviter, address, days }) => ({
    subject: `${inviter} mengundang Anda ke ruang kerja di ${host}`,
    text: [
      `${inviter} mengundang Anda ke ruang kerja “${workspace}” di ${host}, sebuah pemendek tautan. Untuk bergabung, buka tautan ini dalam ${days} hari:`,
      address,
      'Jika Anda tidak mengenal orang ini, abaikan surel ini.',
    ],
  }),
  'reset-password': ({ host, address }) => ({
    subject: `Atur ulang kata sandi Anda untuk ${host}`,
    text: [
      `Kami menerima permintaan untuk mengatur ulang kata sandi Anda di ${host}. Untuk memilih yang baru, buka tautan ini dalam satu jam:`,
      address,
      'Jika Anda tidak memintanya, abaikan surel ini. Kata sandi Anda tidak berubah.',
    ],
  }),
}
