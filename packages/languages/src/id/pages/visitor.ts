// The pages that visitors of a link see instead of its destination, and the home page.
import type { AllMessages } from '../../messages.ts'

export const visitorPages: AllMessages['visitorPages'] = {
  shortLink: 'Sebuah tautan pendek.',
  home: {
    title: 'Tautan pendek di server sendiri',
    text: 'Ini adalah server Linnet. Pengelolanya memendekkan dan membagikan tautan di sini, dan menyimpan datanya di server sendiri.',
    features: {
      link: { title: 'Tautan pendek', text: 'Mudah disebut, diketik, dan diubah nanti.' },
      page: { title: 'Mikrositus', text: 'Satu halaman untuk semua tautan Anda, dengan gaya sendiri.' },
      qr: { title: 'Kode QR', text: 'Siap cetak, dengan warna dan logo Anda.' },
      lock: {
        title: 'Tautan terlindung',
        text: 'Dengan kata sandi, tanggal kedaluwarsa, atau hanya untuk satu klik.',
      },
      chart: { title: 'Statistik', text: 'Lihat apa yang diklik dan kapan, tanpa melacak orang.' },
      code: { title: 'API untuk pengembang', text: 'Semuanya dalam satu API yang terdokumentasi.' },
    },
    signIn: 'Masuk',
    docs: 'Referensi API',
    arrivedByMistake:
      'Anda menerima tautan pendek? Buka URL lengkapnya, termasuk bagian setelah garis miring.',
  },
  notFound: {
    title: 'Tautan tidak ditemukan',
    text: 'Periksa apakah URL-nya salah ketik: huruf besar dan huruf kecil dibedakan. Jika tetap tidak terbuka, mintalah tautan baru kepada orang yang membagikannya.',
    didYouMean: 'Apakah tautan ini yang Anda maksud?',
  },
  misdirected: {
    title: 'Domain ini belum disiapkan di sini',
    text: 'Server ini tidak melayani domain di bilah alamat Anda. Jika Anda mengikuti sebuah tautan, mintalah tautan baru kepada orang yang membagikannya.',
    operator: {
      lead: 'Anda mengelola server ini? Siapkan domain ini sebagai salah satu dari:',
      steps: [
        { setting: 'PUBLIC_URL', meaning: 'URL utama layanan, misalnya https://go.example.com' },
        { setting: 'OTHER_HOSTS', meaning: 'Host lain untuk domain bawaan, misalnya go2.example.com' },
        {
          setting: 'Domain khusus',
          meaning: 'Tambahkan di dasbor pada Akun → Domain, lalu verifikasi dengan catatan DNS-nya',
        },
      ],
    },
  },
  scheduled: {
    title: 'Tautan ini belum aktif',
    text: 'Tautan ini baru berlaku nanti. Coba lagi nanti, atau tanyakan kepada orang yang membagikannya.',
  },
  expired: {
    title: 'Tautan ini sudah kedaluwarsa',
    text: 'Tautan ini diatur untuk kedaluwarsa, dan waktunya sudah lewat. Mintalah tautan baru kepada orang yang membagikannya.',
  },
  consumed: {
    title: 'Tautan ini sudah dipakai',
    text: 'Tautan ini hanya dapat dibuka sekali, dan sudah ada yang membukanya. Jika bukan Anda, mintalah tautan baru kepada orang yang membagikannya.',
  },
  usedUp: {
    title: 'Tautan ini sudah habis dipakai',
    text: 'Tautan ini dibuat untuk jumlah pengunjung terbatas, dan semuanya sudah datang. Mintalah tautan baru kepada orang yang membagikannya.',
  },
  blocked: {
    title: 'Tautan ini diblokir',
    text: 'Pengelola layanan ini memblokirnya karena berbahaya atau melanggar aturan mereka. Demi keamanan Anda, tautan ini tidak lagi terbuka.',
    owner:
      'Jika ini milik Anda, periksa surel atau dasbor Anda untuk alasannya dan cara mengajukan keberatan.',
  },
  oneClick: {
    title: 'Tautan ini hanya bisa dibuka sekali',
    text: 'Orang pertama yang membukanya diantar ke tujuan. Setelah itu, tautan ini berhenti berfungsi. Bukalah di peramban saat Anda siap.',
  },
  password: {
    title: 'Tautan ini dilindungi kata sandi',
    text: 'Masukkan kata sandi yang Anda terima untuk melanjutkan.',
    label: 'Kata sandi',
    submit: 'Lanjutkan',
    wrong: 'Kata sandi salah. Coba lagi.',
    adultNote:
      'Tautan ini menuju konten khusus dewasa. Dengan melanjutkan, Anda menyatakan berusia 18 tahun atau lebih.',
    adultSubmit: 'Saya 18 tahun ke atas, lanjutkan',
  },
  adult: {
    title: 'Konten khusus dewasa',
    text: 'Pembuat tautan ini menandai tujuannya sebagai konten dewasa. Lanjutkan hanya jika Anda berusia 18 tahun atau lebih dan ingin melihatnya.',
    submit: 'Saya 18 tahun ke atas, lanjutkan',
    decline: 'Jika tidak ingin melanjutkan, tutup saja halaman ini.',
  },
  caution: {
    title: 'Periksa ke mana tautan ini menuju',
    because: {
      new_account: 'Tautan ini dibuat oleh akun baru yang belum ditinjau siapa pun.',
      look_alike: 'Alamatnya mirip dengan alamat terkenal, tetapi tidak sama.',
      shortener: 'Tautan ini menuju pemendek tautan lain, yang menentukan tujuan akhir Anda.',
    },
    destination: 'Tujuan',
    advice:
      'Lanjutkan hanya jika Anda memang mengharapkan alamat ini. Jangan pernah memasukkan kata sandi situs lain di sana.',
    submit: 'Lanjutkan ke tujuan',
    decline: 'Jika ragu, tutup saja halaman ini.',
    report: 'Laporkan tautan ini',
  },
  broken: {
    title: 'Halaman ini tidak merespons',
    text: 'Semua pemeriksaan terakhir terhadap tujuan tautan ini gagal. Arsip web mungkin punya salinan lama.',
    destination: 'Tujuan',
    archive: 'Buka salinan arsip',
    original: 'Tetap coba yang asli',
    note: 'Arsip ini dikelola pihak lain, yang dapat mengetahui bahwa Anda membuka salinannya.',
  },
  preview: {
    title: 'Ke mana tautan ini menuju',
    text: 'Periksa alamatnya sebelum melanjutkan. Jika tidak mengenalinya, tutup halaman ini.',
    name: 'Judul',
    destination: 'Tujuan',
    created: 'Dibuat',
    submit: 'Lanjutkan ke tujuan',
    unsafe: 'Alamat ini tidak dapat dibuka dengan aman, jadi tidak ada tautan ke sana.',
    rules: 'Tergantung perangkat, negara, atau waktu Anda, tautan ini bisa menuju tempat lain.',
    justNow: 'baru saja',
    report: 'Laporkan tautan ini',
  },
  tooManyTries: {
    title: 'Terlalu banyak percobaan',
    text: 'Agar kata sandinya tetap aman, tautan ini dijeda sebentar.',
    retry: (when) => `Anda bisa mencoba lagi ${when}.`,
    action: 'Coba lagi',
  },
  tooManyMisses: {
    title: 'Terlalu banyak tautan yang tidak dikenal',
    text: 'Jaringan Anda meminta banyak tautan yang tidak ada. Tautan yang ada tetap bisa dibuka.',
    retry: (when) => `Anda bisa mencoba tautan lain lagi ${when}.`,
    action: 'Coba lagi',
  },
  unavailable: {
    title: 'Untuk sementara tidak tersedia',
    text: 'Tautan ini tidak dapat dibuka saat ini. Tidak ada yang hilang. Tunggu beberapa detik lalu coba lagi.',
    action: 'Coba lagi',
  },
  error: {
    title: 'Ada yang tidak beres di pihak kami',
    text: 'Coba lagi sebentar lagi. Jika terus terjadi, kirim ID permintaan di bawah ini kepada orang yang membagikan tautannya.',
    reference: 'ID permintaan',
    action: 'Coba lagi',
  },
}
