// Labels of the fields of components, with hints where a label is not enough.

/** A label, and a hint below it. */
export type FieldMessages = readonly [label: string, hint?: string]

const messages: Record<string, { en: FieldMessages; id: FieldMessages }> = {
  title: { en: ['Title'], id: ['Judul'] },
  description: { en: ['Description'], id: ['Keterangan'] },
  image: { en: ['Image'], id: ['Gambar'] },
  imageBackground: {
    en: ['Background image', 'Shown behind the content, dimmed so that the text stays readable'],
    id: ['Gambar latar', 'Digambar di belakangnya, diredupkan agar teks tetap terbaca'],
  },
  titleColor: { en: ['Title colour'], id: ['Warna judul'] },
  value: { en: ['Button text'], id: ['Teks tombol'] },
  href: {
    en: ['Leads to', 'An address that begins with https://, mailto: or tel:'],
    id: ['Menuju ke', 'Alamat yang diawali https://, mailto:, atau tel:'],
  },
  links: { en: ['Links'], id: ['Tautan'] },
  url: { en: ['Address', 'Begins with https://'], id: ['Alamat', 'Diawali https://'] },
  style: { en: ['Style'], id: ['Gaya'] },
  content: { en: ['Text'], id: ['Teks'] },
  'IMAGE.content': {
    en: ['Caption', 'Shown below the image, and read to people who cannot see it'],
    id: ['Keterangan gambar', 'Tampil di bawah gambar, dan dibacakan bagi yang tidak dapat melihatnya'],
  },
  textColor: { en: ['Text colour'], id: ['Warna teks'] },
  textPosition: { en: ['Text position'], id: ['Posisi teks'] },
  autoPlay: { en: ['Play by itself'], id: ['Putar otomatis'] },
  'MEDIA.url': {
    en: ['Video or audio address', 'A YouTube, Vimeo, Spotify or SoundCloud page, or a file'],
    id: ['Alamat video atau audio', 'Halaman YouTube, Vimeo, Spotify, atau SoundCloud, atau sebuah berkas'],
  },
  'MEDIA.autoPlay': {
    en: ['Play by itself', 'Files alone, once the visitor has touched the page'],
    id: ['Putar otomatis', 'Hanya untuk berkas, setelah pengunjung menyentuh halaman'],
  },
  color: { en: ['Colour'], id: ['Warna'] },
  width: {
    en: ['Width', 'Percent of the page, 1 to 100'],
    id: ['Lebar', 'Persen dari halaman, 1 sampai 100'],
  },
  timestamp: { en: ['Counts down to'], id: ['Menghitung mundur ke'] },
  textFont: { en: ['Font'], id: ['Fon'] },
  name: { en: ['Name'], id: ['Nama'] },
  address: { en: ['Postal address'], id: ['Alamat surat'] },
  lat: { en: ['Latitude', 'From −90 to 90'], id: ['Lintang', 'Dari −90 sampai 90'] },
  lng: { en: ['Longitude', 'From −180 to 180'], id: ['Bujur', 'Dari −180 sampai 180'] },
  useLatLng: {
    en: ['Show the point, not the address', 'The map is drawn at the latitude and longitude'],
    id: ['Tampilkan titik, bukan alamat', 'Peta digambar pada lintang dan bujur itu'],
  },
  slides: { en: ['Slides'], id: ['Salindia'] },
  caption: { en: ['Caption'], id: ['Keterangan gambar'] },
  'IMAGE_SLIDE.autoPlay': { en: ['Change by itself'], id: ['Berganti sendiri'] },
  interval: { en: ['Seconds per slide', 'From 2 to 60'], id: ['Detik per salindia', 'Dari 2 sampai 60'] },
  fullName: { en: ['Full name'], id: ['Nama lengkap'] },
  email: { en: ['E-mail address'], id: ['Alamat surel'] },
  phone: { en: ['Phone number'], id: ['Nomor telepon'] },
  summary: { en: ['About you'], id: ['Tentang Anda'] },
  experiences: { en: ['Experience'], id: ['Pengalaman'] },
  educations: { en: ['Education'], id: ['Pendidikan'] },
  skills: { en: ['Skills'], id: ['Keterampilan'] },
  position: { en: ['Position'], id: ['Jabatan'] },
  degree: { en: ['Degree'], id: ['Gelar'] },
  major: { en: ['Field of study'], id: ['Jurusan'] },
  level: {
    en: ['Level', 'For example expert, or a number'],
    id: ['Tingkat', 'Misalnya ahli, atau sebuah angka'],
  },
  location: { en: ['Place'], id: ['Tempat'] },
  startDate: { en: ['From'], id: ['Dari'] },
  endDate: { en: ['Until'], id: ['Sampai'] },
  loop: { en: ['Play again and again'], id: ['Ulangi terus'] },
  website: { en: ['Website', 'Begins with https://'], id: ['Situs web', 'Diawali https://'] },
  organization: { en: ['Organisation'], id: ['Organisasi'] },
  timezone: { en: ['Time zone', 'Such as Asia/Jakarta'], id: ['Zona waktu', 'Misalnya Asia/Jakarta'] },
  shopItemIds: { en: ['Items'], id: ['Barang'] },
  shopItemId: { en: ['Item'], id: ['Barang'] },
  limit: { en: ['How many items', 'From 1 to 20'], id: ['Banyaknya barang', 'Dari 1 sampai 20'] },
  icon: {
    en: ['Icon', 'A known word, an emoji, or the path of an uploaded image'],
    id: ['Ikon', 'Kata yang dikenal, emoji, atau jalur gambar yang diunggah'],
  },
  buttonEffect: { en: ['Effect'], id: ['Efek'] },
  buttonColor: { en: ['Button colour'], id: ['Warna tombol'] },
  buttonBorderColor: { en: ['Border colour'], id: ['Warna tepi'] },
  buttonIconBackground: { en: ['Icon background'], id: ['Latar ikon'] },
  buttonShadowColor: { en: ['Shadow colour'], id: ['Warna bayangan'] },
  isSpoiler: {
    en: ['Hide it until a tap', 'Visitors see a button first'],
    id: ['Sembunyikan sampai diketuk', 'Pengunjung melihat tombol lebih dahulu'],
  },
  spoilerButtonText: { en: ['Text of the cover'], id: ['Teks penutup'] },
  spoilerButtonTextPosition: { en: ['Position on the cover'], id: ['Posisi pada penutup'] },
  spoilerButtonIcon: { en: ['Icon of the cover'], id: ['Ikon penutup'] },
  spoilerButtonColor: { en: ['Cover button colour'], id: ['Warna tombol penutup'] },
  spoilerButtonFont: { en: ['Font of the cover'], id: ['Fon penutup'] },
  spoilerBackground: { en: ['Pattern of the cover'], id: ['Pola penutup'] },
  spoilerBackgroundOpacity: {
    en: ['Strength of the pattern', 'Percent, 0 to 100'],
    id: ['Kekuatan pola', 'Persen, 0 sampai 100'],
  },
  spoilerButtonBorderColor: { en: ['Cover border colour'], id: ['Warna tepi penutup'] },
  spoilerButtonIconBackground: { en: ['Cover icon background'], id: ['Latar ikon penutup'] },
  spoilerButtonShadowColor: { en: ['Cover shadow colour'], id: ['Warna bayangan penutup'] },
  passwordActive: {
    en: ['Ask for a password', 'Without a password that is set, nobody is let in'],
    id: ['Minta kata sandi', 'Tanpa kata sandi yang ditetapkan, tidak ada yang dapat masuk'],
  },
  password: { en: ['Password'], id: ['Kata sandi'] },
  passwordMessage: {
    en: ['Message in front of it', 'Such as where to ask for the password'],
    id: ['Pesan di depannya', 'Misalnya di mana kata sandi dapat diminta'],
  },
}

/** The messages of a field: its kind's own ones, or else those that all kinds share. */
export function fieldMessagesOf(kind: string, name: string, language: 'en' | 'id'): FieldMessages {
  const found = messages[`${kind}.${name}`] ?? messages[name]
  if (!found) throw new Error(`the field ${name} has no label`)
  return found[language]
}

const indonesianVariants: Record<string, string> = {
  plain: 'Polos',
  circle: 'Lingkaran',
  square: 'Persegi',
  outline: 'Garis tepi',
  labels: 'Dengan nama',
  left: 'Kiri',
  center: 'Tengah',
  right: 'Kanan',
  justify: 'Rata kiri kanan',
  top: 'Atas',
  bottom: 'Bawah',
  solid: 'Penuh',
  dashed: 'Putus-putus',
  dotted: 'Titik-titik',
  double: 'Ganda',
  space: 'Ruang kosong',
  grid: 'Kisi',
  list: 'Daftar',
  wide: 'Lebar',
  featured: 'Menonjol',
  compact: 'Ringkas',
  blur: 'Buram',
  dots: 'Bintik',
  stripes: 'Garis',
  gradient: 'Gradasi',
  none: 'Tanpa pola',
  lift: 'Terangkat',
  grow: 'Membesar',
  press: 'Tertekan',
  glow: 'Bercahaya',
  pulse: 'Berdenyut',
  shake: 'Bergetar',
  bounce: 'Memantul',
  wobble: 'Bergoyang',
  shine: 'Mengilap',
  fill: 'Terisi',
  soft: 'Lembut',
  raised: 'Timbul',
  glass: 'Kaca',
  underline: 'Garis bawah',
}

/** How a variant is called in the user's language. */
export const variantLabel = (word: string, language: 'en' | 'id'): string =>
  (language === 'id' && indonesianVariants[word]) || word.charAt(0).toUpperCase() + word.slice(1)

/** The variants that have an Indonesian name. */
export const namedVariants: readonly string[] = Object.keys(indonesianVariants)
