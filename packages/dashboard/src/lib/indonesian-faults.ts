// Translates the server's English messages about fields into Indonesian; loaded for Indonesian only.

/** Replaces a group of the pattern. */
type Sentence = string | ((...groups: string[]) => string)

const kinds: Record<string, string> = {
  'a string': 'teks',
  'a number': 'angka',
  'a whole number': 'bilangan bulat',
  'a whole number of Unix seconds': 'bilangan bulat detik Unix',
  'a number of Unix seconds': 'angka detik Unix',
  'true or false': 'benar atau salah',
  'a list': 'daftar',
  'an object': 'objek',
  null: 'kosong',
}

const kind = (messages: string): string =>
  messages
    .split(/ or (?!false)/)
    .map((word) => kinds[word] ?? word)
    .join(' atau ')

const nouns: Record<string, string> = { character: 'karakter', entry: 'entri' }
const nounOf = (word: string): string => nouns[word.replace(/s$/, '').replace(/ie$/, 'y')] ?? word

const sentences: [RegExp, Sentence][] = [
  // General validation (validation.ts of the contract).
  [/^is required$/, 'Ini wajib diisi.'],
  [/^must have at most (\d+) (\w+)$/, (most, of) => `Paling banyak ${most} ${nounOf(of as string)}.`],
  [/^must have at least (\d+) (\w+)$/, (least, of) => `Paling sedikit ${least} ${nounOf(of as string)}.`],
  [/^must be at most (\d+) days before end$/, (days) => `Paling jauh ${days} hari sebelum akhir.`],
  [/^must be at most ([-\d.e+]+)$/, (most) => `Paling besar ${most}.`],
  [/^must be at least ([-\d.e+]+)$/, (least) => `Paling kecil ${least}.`],
  [/^must be less than ([-\d.e+]+)$/, (limit) => `Harus kurang dari ${limit}.`],
  [/^must be more than ([-\d.e+]+)$/, (limit) => `Harus lebih dari ${limit}.`],
  [/^must be a multiple of (\S+)$/, (divisor) => `Harus kelipatan ${divisor}.`],
  [/^must be one of (.+)$/, (values) => `Harus salah satu dari ${values}.`],
  [/^must be empty$/, 'Harus dikosongkan.'],
  [/^must be an e-mail address$/, 'Harus berupa alamat surel.'],
  [/^has an invalid format$/, 'Penulisannya belum benar.'],
  [/^has unknown fields$/, 'Ada bagian yang tidak dikenal.'],
  [/^has none of the allowed forms$/, 'Bentuknya tidak dikenal di sini.'],
  [/^is not valid$/, 'Isian ini tidak sah.'],
  // Strings, names, dates and addresses.
  [/^must not be empty$/, 'Tidak boleh kosong.'],
  [/^must say why$/, 'Tulis alasannya.'],
  [/^must say something$/, 'Tulis sesuatu.'],
  [/^must say why the block stays$/, 'Tulis mengapa pemblokiran tetap berlaku.'],
  [
    /^must not lead to (\S+), which is on a block list/,
    (host) => `Tidak boleh menuju ${host}, yang ada di daftar blokir layanan ini.`,
  ],
  [
    /^must not lead to (\S+), a host that looks like another/,
    (host) => `Tidak boleh menuju ${host}, yang mirip alamat lain yang terkenal.`,
  ],
  [
    /^must not lead to (\S+), another service of short links/,
    (host) => `Tidak boleh menuju ${host}, layanan tautan pendek lain: tulis tujuannya langsung.`,
  ],
  [/^must be text without NUL characters$/, 'Ada karakter yang tidak dapat disimpan.'],
  [/^must be well-formed text$/, 'Ada karakter yang rusak. Ketik ulang teksnya.'],
  [/^must be a name$/, 'Harus berupa nama.'],
  [/^must not contain invisible or control characters$/, 'Tidak boleh berisi karakter tak terlihat.'],
  [/^must not contain control characters$/, 'Tidak boleh berisi karakter kendali.'],
  [
    /^must not contain white space, quotes or control characters$/,
    'Tidak boleh berisi spasi atau tanda kutip.',
  ],
  [/^must not begin or end with white space$/, 'Tidak boleh diawali atau diakhiri spasi.'],
  [/^must be a Unix time in seconds.*$/, 'Harus berupa waktu Unix dalam detik.'],
  [/^must be a date as YYYY-MM-DD$/, 'Harus berupa tanggal TTTT-BB-HH.'],
  [/^must be a date that exists$/, 'Tanggal ini tidak ada.'],
  [/^must be a date-time that exists.*$/, 'Harus berupa tanggal dan jam yang ada.'],
  [/^must be the name of a time zone.*$/, 'Harus berupa nama zona waktu, seperti Asia/Jakarta.'],
  [/^must be today \(UTC\) or later$/, 'Harus hari ini (UTC) atau sesudahnya.'],
  [/^must lie in the future$/, 'Harus di masa depan.'],
  [/^must not be before start$/, 'Tidak boleh sebelum awal.'],
  [/^must be a web address( that can be parsed)?$/, 'Harus berupa alamat web.'],
  [
    /^must be an http: or https: address with a host$/,
    'Harus berupa alamat http: atau https: dengan nama situs.',
  ],
  [/^must be an http: or https: address$/, 'Harus berupa alamat http: atau https:.'],
  [
    /^must have a host of at most (\d+) characters, with at most (\d+) between dots$/,
    (host, label) =>
      `Nama situs paling panjang ${host} karakter, dan paling banyak ${label} di antara dua titik.`,
  ],
  [/^must not contain a user name or password$/, 'Alamat tidak boleh berisi nama pengguna atau kata sandi.'],
  [
    /^must be a link that begins with (.+)$/,
    'Harus berupa tautan yang diawali https:, http:, mailto: atau tel:.',
  ],
  [/^must be a link$/, 'Harus berupa tautan.'],
  [/^must have something after the colon$/, 'Harus ada isi setelah titik dua.'],
  [/^must be a colour in the form .*$/, 'Harus berupa warna seperti #rgb, #rgba, #rrggbb, atau #rrggbbaa.'],
  [/^must be the path of an uploaded image.*$/, 'Harus berupa gambar yang sudah diunggah.'],
  [/^must be base64url$/, 'Harus berupa base64url.'],
  [/^must be given once$/, 'Hanya boleh diberikan sekali.'],
  [/^must be next_cursor of the answer before$/, 'Muat ulang halaman ini.'],
  // Links and domains.
  [
    /^must not point at a short domain of this service$/,
    'Tidak boleh mengarah ke domain pendek layanan ini.',
  ],
  [
    /^must be a custom domain of this account that is verified by its DNS record.*$/,
    'Harus berupa domain Anda yang sudah terverifikasi.',
  ],
  [
    /^must be the default domain ([^\s,]+),/,
    (host) => `Harus ${host}: Anda belum punya domain terverifikasi.`,
  ],
  [/^must be a domain name of yours.*$/, 'Harus berupa nama domain milik Anda, seperti go.example.com.'],
  [/^has been proved by another account$/, 'Domain ini sudah dibuktikan oleh akun lain.'],
  [
    /^There are links on this domain\. Move them.*$/,
    'Masih ada tautan di domain ini. Pindahkan dulu ke domain lain.',
  ],
  [
    /^The TXT record (\S+) with the value (\S+) was not found\..*$/,
    (name, value) => `Catatan TXT ${name} dengan nilai ${value} belum ditemukan. Coba lagi dalam satu jam.`,
  ],
  // Accounts and their data.
  [/^has an account already$/, 'Alamat ini sudah punya akun.'],
  [/^must have 10 characters or more$/, 'Paling sedikit 10 karakter.'],
  [/^may have 1,024 characters at most$/, 'Paling banyak 1.024 karakter.'],
  [/^is one that is guessed first; choose another$/, 'Ini mudah ditebak. Pilih yang lain.'],
  [/^must not be the e-mail address$/, 'Tidak boleh sama dengan alamat surel.'],
  [/^is asked for by this account$/, 'Akun ini meminta sebuah kode.'],
  [/^is not right, or was used already$/, 'Kode itu salah, atau sudah dipakai.'],
  [/^is not the code that the app shows now.*$/, 'Itu bukan kode yang sekarang ditampilkan aplikasi.'],
  [/^needs a plan$/, 'Pilih sebuah paket.'],
  [/^must be (a redirect|an absolute|an) address$/, 'Harus berupa alamat lengkap.'],
  [/^must be printable ASCII without spaces$/, 'Hanya boleh berisi karakter ASCII tanpa spasi.'],
  [/^must be written out in full.*$/, 'Harus ditulis lengkap, tanpa karakter pengganti.'],
  [/^must begin with https:\/\/.*$/, 'Harus diawali https://; http:// hanya untuk localhost.'],
  [/^must not begin with (\S+)$/, (scheme) => `Tidak boleh diawali ${scheme}`],
  [/^must have a host$/, 'Harus berisi nama situs.'],
  [/^must have a letter or a digit$/, 'Harus berisi huruf atau angka.'],
  [/^must not have a fragment \(#\)$/, 'Tidak boleh berisi bagian setelah #.'],
  [/^is required: the address that events are sent to.*$/, 'Isi alamat tujuan pengiriman peristiwa.'],
  [/^is required, or the id of the subscription$/, 'Isi ini, atau id langganannya.'],
  [/^is what this subscription was made with.*$/, 'Alamat langganan ini tidak dapat diubah, hanya dihapus.'],
  [/^is switched off; switch it on first$/, 'Webhook ini mati. Nyalakan dulu.'],
  // Microsites, their images and their shop.
  [/^must be the slug of a microsite$/, 'Harus berupa alamat sebuah mikrositus.'],
  [/^must not be added: a microsite has (\d+)/, (most) => `Paling banyak ${most} komponen. Hapus satu dulu.`],
  [/^must leave room for the others.*$/, 'Isi mikrositus ini sudah penuh. Kurangi yang lain dulu.'],
  [
    /^must not be (\w+): this microsite has one already.*$/,
    'Mikrositus ini sudah punya satu, dan hanya boleh satu.',
  ],
  [/^must name each of the .*$/, 'Komponen berubah di tempat lain. Muat ulang halaman.'],
  [/^is no currency of ISO 4217.*$/, 'Bukan mata uang ISO 4217, seperti IDR, EUR atau USD.'],
  [/^must be a currency of three letters.*$/, 'Harus berupa mata uang tiga huruf, seperti IDR.'],
  [/^must have at most three decimals$/, 'Paling banyak tiga desimal.'],
  [/^The image has more than 40 megapixels.*$/, 'Lebih dari 40 megapiksel. Unggah gambar yang lebih kecil.'],
  [/^The SVG is not encoded in UTF-8.*$/, 'SVG ini bukan UTF-8. Simpan dalam UTF-8.'],
  [/^The image (?:is damaged, or )?ends too early.*$/, 'Berkas ini rusak atau terpotong. Unggah lagi.'],
  [
    /^The file is not an image that we support.*$/,
    'Bukan gambar yang dikenal. Unggah PNG, JPEG, WebP, GIF, SVG atau BMP.',
  ],
  [/^The image is \d+ × \d+ pixels\. \D*(\d+)/, (most) => `Sisi gambar paling panjang ${most} piksel.`],
  [/^The image is a JPEG .*$/, 'JPEG ini terlalu rumit. Simpan ulang.'],
  [/^The picture is larger than 1 MiB.*$/, 'SVG paling besar 1 MiB.'],
  [/^The picture is not an SVG that can be read.*$/, 'SVG ini tidak dapat dibaca.'],
  [/^The(?:re is something in the)? picture .*$/, 'Gambar ini tidak dapat diproses. Sederhanakan dulu.'],
  // Last, because they match much: wrong types and fixed values.
  [
    /^must be ((?:an? |true or false|null).*), not (.+)$/s,
    (expected, got) => `Harus berupa ${kind(expected as string)}, bukan ${kind(got as string)}.`,
  ],
  [/^must be (an? .+|true or false)$/, (expected) => `Harus berupa ${kind(expected as string)}.`],
  [/^must be (\S+)$/, (value) => `Harus ${value}.`],
]

/** The message in Indonesian; null if there is no translation yet. */
export function faultInIndonesian(message: string): string | null {
  for (const [pattern, sentence] of sentences) {
    const groups = pattern.exec(message)
    if (groups) return typeof sentence === 'string' ? sentence : sentence(...groups.slice(1))
  }
  return null
}
