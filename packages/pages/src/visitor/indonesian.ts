// The Indonesian messages of the visitor pages.
import type { VisitorMessages } from './messages.ts'

export const indonesian: VisitorMessages = {
  shortLink: 'Sebuah tautan pendek.',
  home: {
    title: 'Tautan pendek, di rumah sendiri',
    text: 'Ini adalah server Linnet. Pengelolanya memakai server ini untuk berbagi tautan, sementara alamat dan datanya tetap mereka pegang sendiri.',
    features: [
      { icon: 'link', title: 'Tautan pendek', text: 'Alamat yang mudah disebut dan bisa diubah nanti.' },
      {
        icon: 'page',
        title: 'Halaman tautan',
        text: 'Satu halaman untuk semua karya Anda, dengan gaya sendiri.',
      },
      { icon: 'qr', title: 'Kode QR', text: 'Untuk cetakan, dengan warna dan logo Anda.' },
      {
        icon: 'lock',
        title: 'Tautan terjaga',
        text: 'Dengan kata sandi, batas waktu, atau hanya untuk satu klik.',
      },
      { icon: 'chart', title: 'Jumlah klik', text: 'Apa yang dibuka dan kapan, tanpa membuntuti siapa pun.' },
      { icon: 'code', title: 'Siap untuk program', text: 'Semuanya lewat satu API yang terdokumentasi.' },
    ],
    signIn: 'Masuk',
    docs: 'Baca referensi API',
    arrivedByMistake:
      'Anda menerima tautan pendek? Buka alamatnya secara lengkap, termasuk bagian setelah garis miring.',
  },
  notFound: {
    title: 'Tidak ada tautan di sini',
    text: 'Periksa apakah ada huruf yang kurang atau salah ketik: huruf besar dan huruf kecil dibedakan. Jika tetap tidak terbuka, mintalah tautan baru kepada orang yang membagikannya.',
  },
  misdirected: {
    title: 'Tidak ada apa pun di domain ini',
    text: 'Server ini tidak melayani domain di bilah alamat Anda. Jika Anda mengikuti sebuah tautan, mintalah tautan baru kepada orang yang membagikannya.',
    operator: {
      lead: 'Anda mengelola server ini? Tentukan fungsi domain ini:',
      steps: [
        { setting: 'PUBLIC_URL', meaning: 'Alamat utama layanan, misalnya https://go.example.com' },
        { setting: 'OTHER_HOSTS', meaning: 'Host lain untuk domain utama, misalnya go2.example.com' },
        {
          setting: 'Domain khusus',
          meaning: 'Tambahkan di dasbor pada Akun → Domain, lalu buktikan dengan data DNS-nya',
        },
      ],
    },
  },
  expired: {
    title: 'Tautan ini sudah kedaluwarsa',
    text: 'Tautan ini hanya berlaku sampai waktu tertentu, dan waktu itu sudah lewat. Mintalah tautan baru kepada orang yang membagikannya.',
  },
  consumed: {
    title: 'Tautan ini sudah dipakai',
    text: 'Tautan ini hanya bisa dibuka sekali, dan sudah pernah dibuka. Jika bukan Anda yang membukanya, mintalah tautan baru kepada orang yang membagikannya.',
  },
  blocked: {
    title: 'Tautan ini diblokir',
    text: 'Pengelola layanan ini memblokirnya karena berbahaya atau melanggar aturan mereka. Demi keamanan Anda, tautan ini tidak lagi menuju ke mana pun.',
    owner:
      'Jika ini milik Anda, surel tentangnya dan dasbor Anda menjelaskan alasannya serta cara mengajukan keberatan.',
  },
  oneClick: {
    title: 'Tautan ini hanya bisa dibuka sekali',
    text: 'Orang pertama yang membukanya akan diantar ke tujuan, setelah itu tautan ini tidak berlaku lagi. Bukalah di peramban saat Anda siap.',
  },
  password: {
    title: 'Tautan ini dilindungi kata sandi',
    text: 'Masukkan kata sandi yang Anda terima untuk melanjutkan.',
    label: 'Kata sandi',
    submit: 'Lanjutkan',
    wrong: 'Kata sandinya tidak cocok. Periksa lalu coba lagi.',
    adultNote:
      'Tautan ini menuju konten khusus dewasa. Dengan melanjutkan, Anda menyatakan berusia 18 tahun atau lebih.',
    adultSubmit: 'Saya 18 tahun ke atas, lanjutkan',
  },
  adult: {
    title: 'Konten khusus dewasa',
    text: 'Pembuat tautan ini menandai tujuannya sebagai konten untuk orang dewasa. Lanjutkan hanya jika Anda berusia 18 tahun atau lebih dan memang ingin melihatnya.',
    submit: 'Saya 18 tahun ke atas, lanjutkan',
    decline: 'Jika tidak ingin melanjutkan, tutup saja halaman ini.',
  },
  caution: {
    title: 'Lihat ke mana tautan ini menuju',
    because: {
      new_account: 'Tautan ini dibuat oleh akun baru yang belum diperiksa siapa pun di sini.',
      look_alike: 'Alamatnya mirip dengan alamat lain yang terkenal, tetapi bukan alamat itu.',
      shortener: 'Tautan ini menuju layanan tautan pendek lain, yang menentukan di mana Anda berakhir.',
    },
    destination: 'Tujuan',
    advice:
      'Lanjutkan hanya jika Anda memang mengharapkan alamat ini. Jangan masukkan kata sandi milik situs lain di sana.',
    submit: 'Lanjutkan ke tujuan',
    decline: 'Jika ragu, tutup saja halaman ini.',
    report: 'Laporkan tautan ini',
  },
  preview: {
    title: 'Ke mana tautan ini menuju',
    text: 'Periksa alamatnya sebelum Anda membukanya. Jika tidak mengenalinya, tutup halaman ini.',
    name: 'Judul',
    destination: 'Tujuan',
    created: 'Dibuat',
    submit: 'Lanjutkan ke tujuan',
    unsafe: 'Alamat ini tidak dapat dibuka dengan aman, jadi tidak ada tautan ke sana.',
    justNow: 'baru saja',
    report: 'Laporkan tautan ini',
  },
  tooManyTries: {
    title: 'Terlalu banyak percobaan',
    text: 'Agar kata sandinya tetap aman, tautan ini beristirahat sebentar.',
    retry: (when) => `Anda bisa mencoba lagi ${when}.`,
    action: 'Coba lagi',
  },
  unavailable: {
    title: 'Sebentar lagi kembali',
    text: 'Tautan ini belum bisa dibuka saat ini, dan tidak ada yang hilang. Tunggu beberapa detik lalu coba lagi.',
    action: 'Coba lagi',
  },
  error: {
    title: 'Ada yang tidak beres di pihak kami',
    text: 'Ini bukan kesalahan Anda. Coba lagi sebentar lagi; jika masih terjadi, kirimkan nomor di bawah ini kepada orang yang membagikan tautannya.',
    reference: 'Nomor permintaan',
    action: 'Coba lagi',
  },
}
