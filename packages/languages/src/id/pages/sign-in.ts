// The pages of signing in and signing up.
import type { AllMessages } from '../../messages.ts'

export const signInPages: AllMessages['signInPages'] = {
  fields: {
    email: 'Alamat surel',
    password: 'Kata sandi',
    newPassword: 'Kata sandi baru',
    passwordHint: 'Minimal 10 karakter. Beberapa kata acak adalah pilihan yang baik.',
    name: 'Nama',
    nameHint: 'Nama tampilan Anda.',
    code: 'Kode',
  },
  wrong: {
    name: 'Masukkan nama 1 sampai 100 karakter.',
    email: 'Masukkan alamat surel yang sah, misalnya ana@example.com.',
    password: {
      too_short: 'Pilih kata sandi minimal 10 karakter.',
      too_long: 'Pilih kata sandi maksimal 1.024 karakter.',
      common: 'Kata sandi ini terlalu umum. Pilih yang lain.',
      email: 'Ini alamat surel atau nama Anda. Pilih kata sandi yang tidak diketahui orang lain.',
    },
  },
  signIn: {
    title: 'Masuk',
    submit: 'Masuk',
    wrong: 'Surel atau kata sandi salah. Coba lagi.',
    forgot: 'Lupa kata sandi?',
    signUp: 'Buat akun',
    or: 'atau',
    passkey: 'Masuk dengan kunci sandi',
    provider: (provider) => `Masuk dengan ${provider}`,
    failures: {
      away: (provider, hasOtherWays) =>
        `${provider} tidak dapat dihubungi saat ini. Coba lagi dalam satu menit${hasOtherWays ? ', atau masuk dengan cara lain' : ''}.`,
      cancelled: (provider) => `Anda tidak berhasil masuk dengan ${provider}. Anda dapat mencoba lagi.`,
      invalid: (provider) =>
        `Jawaban dari ${provider} tidak dapat dipercaya, jadi Anda belum masuk. Coba lagi. Jika terus terjadi, beri tahu administrator server ini, yang dapat melihat alasannya di log.`,
    },
  },
  toProvider: {
    title: (provider) => `Lanjutkan di ${provider}`,
    text: 'Setelah itu Anda kembali ke sini.',
    action: 'Lanjutkan',
  },
  providerOnly: {
    title: (provider) => `Masuk dengan ${provider}`,
    text: (provider) =>
      `Server ini tidak memakai kata sandi. Gunakan ${provider} untuk mendapat akun dan untuk masuk.`,
  },
  refused: {
    'no-address': {
      title: 'Anda tidak punya akun di sini',
      text: (provider) =>
        `${provider} tidak membagikan alamat surel Anda, yang diperlukan untuk akun di sini. Mintalah administrator ${provider} membagikannya kepada Linnet.`,
    },
    unverified: {
      title: 'Alamat surel Anda belum diverifikasi',
      text: (provider, email) =>
        `${provider} tidak memastikan bahwa ${email} milik Anda. Verifikasikan alamat itu di sana, lalu masuk lagi. Jika Anda sudah punya akun di sini, Anda juga dapat masuk dengan cara lain dan menghubungkannya dengan ${provider} di bagian Keamanan.`,
    },
    'not-allowed': {
      title: 'Anda tidak punya akun di sini',
      text: (provider, email) =>
        `Anda masuk di ${provider} sebagai ${email}, tetapi server ini tidak terbuka untuk semua orang di sana. Mintalah akses kepada administratornya.`,
    },
    taken: {
      title: 'Identitas ini sudah dipakai',
      text: (provider, email) =>
        `${email || 'Identitas Anda'} di ${provider} sudah terhubung dengan akun lain di sini. Masuk ke akun itu dan hapus di sana dulu.`,
    },
    'someone-else': {
      title: 'Itu orang lain',
      text: (provider) =>
        `Anda masuk di ${provider} sebagai orang yang tidak terhubung dengan akun ini. Tidak ada yang diubah. Coba lagi sebagai diri Anda sendiri.`,
    },
    action: 'Kembali ke halaman masuk',
  },
  join: {
    title: 'Anda sudah punya akun',
    text: (provider, email) =>
      `Sudah ada akun untuk ${email} di sini. Untuk membuktikan bahwa akun itu milik Anda, masuklah sekali seperti sebelumnya. Akun itu lalu dihubungkan dengan ${provider}, dan sejak itu Anda dapat masuk di sana.`,
    action: 'Masuk ke akun',
    confirmTitle: (provider) => `Hubungkan akun Anda dengan ${provider}?`,
    confirmText: (provider, email, identity) =>
      `Siapa pun yang masuk di ${provider}${identity === null ? ' seperti Anda barusan' : ` sebagai ${identity}`} akan masuk ke akun ${email} di sini.`,
    submit: 'Hubungkan',
  },
  signInLink: {
    title: 'Masuk',
    text: (email) =>
      `Operator server ini membuat tautan ini agar Anda masuk sebagai ${email}. Tautan ini berlaku sekali.`,
    submit: 'Masuk',
  },
  code: {
    title: 'Masukkan kode Anda',
    text: 'Masukkan kode enam angka dari aplikasi autentikator Anda.',
    hint: 'Jika aplikasinya tidak ada, masukkan kode pemulihan.',
    submit: 'Lanjutkan',
    wrong: 'Kode ini salah atau sudah dipakai. Coba kode berikutnya dari aplikasi.',
    again: 'Mulai lagi',
  },
  signUp: {
    title: 'Buat akun Anda',
    text: 'Kami akan mengirim surel untuk mengonfirmasi alamat Anda.',
    invited: 'Anda diundang. Pilih nama dan kata sandi untuk membuat akun Anda.',
    submit: 'Buat akun',
    signIn: 'Sudah punya akun? Masuk',
  },
  closed: {
    title: 'Pendaftaran ditutup',
    text: 'Hanya administrator yang dapat membuat akun di server ini. Mintalah akun kepada mereka.',
  },
  inviteOnly: {
    title: 'Pendaftaran hanya dengan undangan',
    text: 'Mintalah undangan kepada administrator server ini, lalu buka tautan di dalamnya.',
  },
  sent: {
    'sign-up': {
      title: 'Periksa kotak masuk Anda',
      text: (email) => `Kami mengirim surel ke ${email}. Buka tautan di dalamnya dalam 24 jam.`,
      hint: 'Belum ada surel setelah beberapa menit? Periksa folder spam, atau periksa apakah alamatnya salah ketik.',
    },
    reset: {
      title: 'Periksa kotak masuk Anda',
      text: (email) =>
        `Jika ada akun untuk ${email}, kami mengirim surel ke sana. Buka tautan di dalamnya dalam satu jam.`,
      hint: 'Belum ada surel setelah beberapa menit? Periksa folder spam, atau coba alamat lain.',
    },
  },
  confirm: {
    title: 'Konfirmasi alamat surel Anda',
    text: 'Masukkan kata sandi yang Anda pilih saat mendaftar untuk menyelesaikan pembuatan akun.',
    submit: 'Konfirmasi',
    wrong: 'Kata sandi salah. Masukkan yang Anda pilih saat mendaftar.',
    hint: 'Tidak mendaftar di sini? Orang lain memasukkan alamat surel Anda. Tutup saja halaman ini, dan tidak ada akun yang dibuat.',
  },
  forgot: {
    title: 'Lupa kata sandi?',
    text: 'Masukkan alamat surel Anda, dan kami akan mengirim tautan untuk mengatur ulang kata sandi.',
    submit: 'Kirim tautan',
    back: 'Kembali ke halaman masuk',
  },
  reset: {
    title: 'Pilih kata sandi baru',
    text: 'Anda akan keluar di semua tempat lain.',
    endsTitle: 'Apakah orang lain memakai akun Anda?',
    endsText: 'Mereka mungkin meninggalkan jalan masuk lain. Pilih apa lagi yang dicabut.',
    ends: {
      passkeys: 'Hapus semua kunci sandi',
      identities: 'Hapus semua identitas masuk terpadu',
      keys: 'Cabut semua kunci API',
      applications: 'Putuskan semua aplikasi, dan cabut rahasia aplikasi OAuth saya sendiri',
      webhooks: 'Matikan semua webhook',
    },
    submit: 'Simpan kata sandi',
  },
  setUp: {
    title: 'Siapkan server ini',
    text: 'Buat akun administrator. Halaman ini berfungsi sampai ada akun pertama.',
    submit: 'Buat akun administrator',
    sharesHost:
      'Sebelum Anda memublikasikan: tautan pendek dan mikrositus memakai host yang sama dengan dasbor ini. Atur SHORT_URL untuk memberi keduanya host tersendiri, agar peramban memisahkan halaman yang dipublikasikan dari sesi Anda. Lihat docs/self-hosting.md.',
  },
  setUpFirst: {
    title: 'Siapkan server ini',
    text: 'Belum ada akun. Buka URL yang ditampilkan server di terminalnya saat dimulai.',
  },
  gone: {
    setup: {
      title: 'Tautan ini tidak berlaku lagi',
      text: 'Server sudah punya akun, atau dimulai ulang dan menampilkan URL baru di terminalnya.',
      action: 'Masuk',
    },
    'sign-up': {
      title: 'Tautan ini tidak berlaku lagi',
      text: 'Tautan ini sudah dipakai, atau lebih lama dari 24 jam. Jika Anda tidak dapat masuk, daftarlah lagi.',
      action: 'Masuk',
    },
    invitation: {
      title: 'Undangan ini tidak berlaku lagi',
      text: 'Undangan ini sudah dipakai, atau kedaluwarsa. Mintalah yang baru kepada orang yang mengundang Anda.',
      action: 'Masuk',
    },
    reset: {
      title: 'Tautan ini tidak berlaku lagi',
      text: 'Tautan ini sudah dipakai, lebih lama dari satu jam, atau kata sandinya sudah diganti. Mintalah yang baru.',
      action: 'Minta tautan baru',
    },
    'second-factor': {
      title: 'Proses masuk ini kedaluwarsa',
      text: 'Terlalu lama, atau terlalu banyak percobaan. Mulai lagi dengan alamat surel dan kata sandi Anda.',
      action: 'Masuk',
    },
    'single-sign-on': {
      title: 'Proses masuk ini kedaluwarsa',
      text: 'Prosesnya lebih lama dari sepuluh menit, sudah selesai, atau dimulai di peramban lain. Mulai lagi.',
      action: 'Masuk',
    },
    'sign-in-link': {
      title: 'Tautan ini tidak berlaku lagi',
      text: 'Tautan ini sudah dipakai, atau lebih lama dari satu jam. Mintalah yang baru kepada operator server ini.',
      action: 'Masuk',
    },
  },
  joinWorkspace: {
    title: (workspace: string) => `Bergabung dengan “${workspace}”`,
    text: (inviter: string) => `${inviter} mengundang Anda ke ruang kerja ini.`,
    roles: {
      viewer: 'Anda dapat melihat tautan, mikrositus, dan statistiknya.',
      editor: 'Anda dapat melihat dan mengubah tautan dan mikrositusnya.',
      admin: 'Anda dapat mengubah semua isinya dan mengelola anggotanya.',
      owner: 'Anda dapat melakukan semuanya di sana.',
    },
    signedInAs: (email: string) => `Anda masuk sebagai ${email}.`,
    submit: 'Bergabung',
    other: (invited: string, email: string) =>
      `Undangan ini untuk ${invited}, tetapi Anda masuk sebagai ${email}.`,
    switchAccount: 'Pakai akun lain',
    signIn: 'Masuk',
    signUp: 'Buat akun',
  },
  blocked: {
    title: 'Akun ini diblokir',
    text: 'Administrator server ini memblokirnya dengan alasan di bawah ini. Jika menurut Anda ini keliru, ikuti petunjuk di surel tentang pemblokiran untuk mengajukan keberatan.',
  },
  signedIn: {
    title: 'Anda sudah masuk',
    text: 'Anda dibawa kembali ke tempat semula.',
    action: 'Lanjutkan',
  },
}
