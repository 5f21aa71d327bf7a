// The Indonesian messages of signing in and signing up.
import type { SignInMessages } from './messages.ts'

export const indonesian: SignInMessages = {
  fields: {
    email: 'Surel',
    password: 'Kata sandi',
    newPassword: 'Kata sandi baru',
    passwordHint: '10 karakter atau lebih. Beberapa kata berurutan adalah pilihan yang baik.',
    name: 'Nama',
    nameHint: 'Seperti yang dilihat orang lain.',
    code: 'Kode',
  },
  wrong: {
    name: 'Masukkan nama, paling banyak 100 karakter.',
    email: 'Masukkan alamat surel, misalnya ana@example.com.',
    password: {
      too_short: 'Pilih yang terdiri dari 10 karakter atau lebih.',
      too_long: 'Pilih yang paling banyak 1.024 karakter.',
      common: 'Banyak orang memakainya, jadi mudah ditebak. Pilih yang lain.',
      email: 'Ini surel atau nama Anda sendiri. Pilih sesuatu yang tidak diketahui orang lain.',
    },
  },
  signIn: {
    title: 'Masuk',
    submit: 'Masuk',
    wrong: 'Surel dan kata sandi itu tidak cocok. Coba lagi.',
    forgot: 'Lupa kata sandi?',
    signUp: 'Buat akun',
    or: 'atau',
    passkey: 'Masuk dengan kunci sandi',
  },
  code: {
    title: 'Masukkan kode Anda',
    text: 'Akun Anda meminta faktor kedua. Masukkan enam angka yang ditampilkan aplikasi autentikator Anda.',
    hint: 'Jika aplikasinya tidak ada, masukkan salah satu kode pemulihan Anda.',
    submit: 'Lanjutkan',
    wrong: 'Kode itu salah, atau sudah dipakai. Coba kode berikutnya yang ditampilkan aplikasi.',
    again: 'Mulai lagi',
  },
  signUp: {
    title: 'Buat akun',
    text: 'Kami mengirim pesan kepada Anda untuk memastikan bahwa surel itu milik Anda.',
    invited: 'Anda diundang: pilih nama dan kata sandi, dan akun Anda siap.',
    submit: 'Buat akun',
    signIn: 'Saya sudah punya akun',
  },
  closed: {
    title: 'Tidak menerima akun baru',
    text: 'Semua akun dibuat oleh pengelola server ini. Mintalah kepada mereka.',
  },
  inviteOnly: {
    title: 'Hanya dengan undangan',
    text: 'Mintalah undangan kepada pengelola server ini, lalu buka alamat di dalamnya.',
  },
  sent: {
    'sign-up': {
      title: 'Periksa kotak surat Anda',
      text: (email) => `Kami telah mengirim pesan ke ${email}. Buka alamat di dalamnya dalam 24 jam.`,
      hint: 'Belum ada setelah beberapa menit? Periksa folder spam, atau pastikan surelnya ditulis dengan benar.',
    },
    reset: {
      title: 'Periksa kotak surat Anda',
      text: (email) =>
        `Jika ada akun untuk ${email}, kami telah mengirim pesan ke sana. Buka alamat di dalamnya dalam satu jam.`,
      hint: 'Belum ada setelah beberapa menit? Periksa folder spam, atau coba surel lain yang Anda pakai.',
    },
  },
  confirm: {
    title: 'Pastikan surel Anda',
    text: 'Masukkan kata sandi yang Anda pilih saat mendaftar, dan akun Anda siap.',
    submit: 'Pastikan',
    wrong: 'Itu bukan kata sandi yang dipilih untuk akun ini.',
    hint: 'Anda tidak mendaftar di sini? Berarti orang lain memasukkan surel Anda: tutup saja halaman ini, dan tidak terjadi apa-apa.',
  },
  forgot: {
    title: 'Lupa kata sandi?',
    text: 'Masukkan surel akun Anda. Kami mengirim alamat untuk memilih kata sandi baru.',
    submit: 'Kirim pesan',
    back: 'Kembali ke halaman masuk',
  },
  reset: {
    title: 'Pilih kata sandi baru',
    text: 'Anda akan dikeluarkan dari semua tempat lain.',
    endsTitle: 'Apakah orang lain pernah masuk ke akun Anda?',
    endsText: 'Mereka mungkin meninggalkan jalan untuk kembali. Pilih apa lagi yang diakhiri.',
    ends: {
      passkeys: 'Hapus semua kunci sandi',
      keys: 'Cabut semua kunci API',
      applications: 'Putuskan semua aplikasi, dan cabut rahasia aplikasi OAuth saya sendiri',
      webhooks: 'Matikan semua webhook',
    },
    submit: 'Simpan kata sandi',
  },
  setUp: {
    title: 'Siapkan server ini',
    text: 'Buat akun yang mengelolanya. Halaman ini berfungsi sampai ada akun pertama.',
    submit: 'Buat pengelola',
    sharesHost:
      'Sebelum Anda memublikasikan: tautan pendek dan halaman tautan memakai host yang sama dengan dasbor ini. Beri host tersendiri lewat pengaturan SHORT_URL. Dengan begitu, peramban sendiri memisahkan halaman yang dipublikasikan orang dari tempat Anda masuk. Lihat docs/self-hosting.md.',
  },
  setUpFirst: {
    title: 'Siapkan server ini',
    text: 'Belum ada yang punya akun. Buka alamat yang ditampilkan server di terminalnya saat dimulai.',
  },
  gone: {
    setup: {
      title: 'Alamat ini tidak berfungsi lagi',
      text: 'Server sudah punya akun pertama, atau pernah dimulai ulang dan menampilkan alamat yang lebih baru di terminalnya.',
      action: 'Masuk',
    },
    'sign-up': {
      title: 'Alamat ini tidak berfungsi lagi',
      text: 'Alamat ini sudah dipakai, atau lebih lama dari 24 jam. Jika Anda tidak dapat masuk, daftarlah sekali lagi.',
      action: 'Masuk',
    },
    invitation: {
      title: 'Undangan ini tidak berlaku lagi',
      text: 'Undangan ini sudah dipakai, atau terlalu lama. Mintalah yang baru kepada yang mengundang Anda.',
      action: 'Masuk',
    },
    reset: {
      title: 'Alamat ini tidak berfungsi lagi',
      text: 'Alamat ini sudah dipakai, lebih lama dari satu jam, atau kata sandinya sudah diganti. Mintalah yang baru.',
      action: 'Kirim pesan baru',
    },
    'second-factor': {
      title: 'Terlalu lama, atau terlalu banyak percobaan',
      text: 'Demi keamanan Anda, mulai lagi dengan surel dan kata sandi.',
      action: 'Masuk',
    },
  },
  blocked: {
    title: 'Akun ini diblokir',
    text: 'Pengelola server ini memblokirnya karena alasan di bawah ini. Jika menurut Anda ini keliru, ajukan keberatan: surel tentang pemblokiran di kotak masuk Anda menjelaskan caranya.',
  },
  signedIn: {
    title: 'Anda sudah masuk',
    text: 'Anda sedang dibawa ke tempat asal Anda.',
    action: 'Lanjutkan',
  },
  messages: {
    'confirm-sign-up': ({ host, address }) => ({
      subject: `Pastikan surel Anda untuk ${host}`,
      text: [
        `Seseorang, mungkin Anda, ingin membuat akun di ${host} dengan surel ini. Untuk memastikannya, buka alamat ini dalam 24 jam dan masukkan kata sandi yang Anda pilih:`,
        address,
        'Jika itu bukan Anda, abaikan saja: tanpa alamat ini tidak ada akun yang dibuat.',
      ],
    }),
    'has-account': ({ host, signIn, forgotPassword }) => ({
      subject: `Akun Anda di ${host}`,
      text: [
        `Seseorang, mungkin Anda, ingin membuat akun di ${host} dengan surel ini. Anda sudah memilikinya. Masuk di sini:`,
        signIn,
        'Jika Anda lupa kata sandinya:',
        forgotPassword,
        'Jika itu bukan Anda, abaikan saja: akun Anda tetap seperti semula.',
      ],
    }),
    invitation: ({ host, address, days }) => ({
      subject: `Anda diundang ke ${host}`,
      text: [
        `Anda dapat membuat akun di ${host}, layanan tautan pendek. Buka alamat ini dalam ${days} hari:`,
        address,
        'Jika Anda tidak berminat, abaikan saja.',
      ],
    }),
    'reset-password': ({ host, address }) => ({
      subject: `Pilih kata sandi baru untuk ${host}`,
      text: [
        `Seseorang, mungkin Anda, lupa kata sandi akun Anda di ${host}. Untuk memilih yang baru, buka alamat ini dalam satu jam:`,
        address,
        'Jika itu bukan Anda, abaikan saja: kata sandi Anda tetap seperti semula.',
      ],
    }),
  },
}
