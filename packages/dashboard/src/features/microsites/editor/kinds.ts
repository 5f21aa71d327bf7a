// The kinds of component with their icons, names and descriptions, in groups.
import type { ComponentKind } from '@linnet/contract'
import type { Icon } from '../../../components/icon.ts'
import {
  AlignLeft,
  CalendarPlus,
  CircleUser,
  Clapperboard,
  Contact,
  FileUser,
  GalleryHorizontal,
  Image,
  Link,
  MapPin,
  Minus,
  Music,
  Share2,
  ShoppingBag,
  Store,
  Timer,
  Trophy,
} from '../../../components/icons.ts'
import { defineMessages } from '../../../lib/language.ts'

type Names = Record<ComponentKind, string>

export const kindNames = defineMessages({
  en: {
    PROFILE: 'Profile',
    LINK: 'Link',
    HORIZONTAL_LINK: 'Row of icons',
    TEXT: 'Text',
    IMAGE: 'Image',
    MEDIA: 'Video or music',
    DIVIDER: 'Divider',
    COUNTDOWN: 'Countdown',
    MAPS: 'Map',
    IMAGE_SLIDE: 'Image slides',
    CV: 'CV',
    AUTOPLAY_MUSIC: 'Background music',
    CONTACT: 'Contact card',
    CALENDAR: 'Calendar event',
    SHOP_LISTING: 'Shop',
    SHOP_ITEM: 'Shop item',
    SHOP_LEADERBOARD: 'Best sellers',
  } satisfies Names,
  id: {
    PROFILE: 'Profil',
    LINK: 'Tautan',
    HORIZONTAL_LINK: 'Baris ikon',
    TEXT: 'Teks',
    IMAGE: 'Gambar',
    MEDIA: 'Video atau musik',
    DIVIDER: 'Pemisah',
    COUNTDOWN: 'Hitung mundur',
    MAPS: 'Peta',
    IMAGE_SLIDE: 'Salindia gambar',
    CV: 'CV',
    AUTOPLAY_MUSIC: 'Musik latar',
    CONTACT: 'Kartu kontak',
    CALENDAR: 'Acara kalender',
    SHOP_LISTING: 'Toko',
    SHOP_ITEM: 'Barang toko',
    SHOP_LEADERBOARD: 'Terlaris',
  },
})

export const kindDescriptions = defineMessages({
  en: {
    PROFILE: 'Your picture, name and a line about you',
    LINK: 'A button that leads anywhere',
    HORIZONTAL_LINK: 'Small icons for your networks',
    TEXT: 'A paragraph, with links in it',
    IMAGE: 'One picture, which may lead somewhere',
    MEDIA: 'A film or a song, from a network or a file',
    DIVIDER: 'A line or room between two parts',
    COUNTDOWN: 'The time that is left until a moment',
    MAPS: 'Where you are, with ways to get there',
    IMAGE_SLIDE: 'Several pictures to swipe through',
    CV: 'Experience, education and skills',
    AUTOPLAY_MUSIC: 'A song for the whole page',
    CONTACT: 'A button that saves you to an address book',
    CALENDAR: 'A button that saves an event',
    SHOP_LISTING: 'A choice of things from your catalogue',
    SHOP_ITEM: 'One thing from your catalogue',
    SHOP_LEADERBOARD: 'What is tapped most in your catalogue',
  } satisfies Names,
  id: {
    PROFILE: 'Foto, nama, dan satu kalimat tentang Anda',
    LINK: 'Tombol yang menuju ke mana saja',
    HORIZONTAL_LINK: 'Ikon kecil untuk jejaring Anda',
    TEXT: 'Paragraf yang dapat memuat tautan',
    IMAGE: 'Satu gambar yang dapat menuju ke suatu tempat',
    MEDIA: 'Film atau lagu, dari jejaring atau berkas',
    DIVIDER: 'Garis atau ruang di antara dua bagian',
    COUNTDOWN: 'Sisa waktu sampai suatu saat',
    MAPS: 'Tempat Anda, dan cara menuju ke sana',
    IMAGE_SLIDE: 'Beberapa gambar untuk digeser',
    CV: 'Pengalaman, pendidikan, dan keterampilan',
    AUTOPLAY_MUSIC: 'Lagu untuk seluruh halaman',
    CONTACT: 'Tombol yang menyimpan Anda ke buku alamat',
    CALENDAR: 'Tombol yang menyimpan sebuah acara',
    SHOP_LISTING: 'Pilihan barang dari katalog Anda',
    SHOP_ITEM: 'Satu barang dari katalog Anda',
    SHOP_LEADERBOARD: 'Yang paling sering diketuk di katalog Anda',
  },
})

export const kindIcons: Record<ComponentKind, Icon> = {
  PROFILE: CircleUser,
  LINK: Link,
  HORIZONTAL_LINK: Share2,
  TEXT: AlignLeft,
  IMAGE: Image,
  MEDIA: Clapperboard,
  DIVIDER: Minus,
  COUNTDOWN: Timer,
  MAPS: MapPin,
  IMAGE_SLIDE: GalleryHorizontal,
  CV: FileUser,
  AUTOPLAY_MUSIC: Music,
  CONTACT: Contact,
  CALENDAR: CalendarPlus,
  SHOP_LISTING: Store,
  SHOP_ITEM: ShoppingBag,
  SHOP_LEADERBOARD: Trophy,
}

export const kindGroups: { name: 'basics' | 'pictures' | 'people' | 'shop'; kinds: ComponentKind[] }[] = [
  { name: 'basics', kinds: ['LINK', 'HORIZONTAL_LINK', 'PROFILE', 'TEXT', 'DIVIDER'] },
  { name: 'pictures', kinds: ['IMAGE', 'IMAGE_SLIDE', 'MEDIA', 'AUTOPLAY_MUSIC'] },
  { name: 'people', kinds: ['CONTACT', 'CV', 'CALENDAR', 'COUNTDOWN', 'MAPS'] },
  { name: 'shop', kinds: ['SHOP_LISTING', 'SHOP_ITEM', 'SHOP_LEADERBOARD'] },
]

/** The text by which the owner recognizes a component; empty if it has none. */
export function mainText(data: Record<string, unknown>): string {
  for (const name of ['value', 'title', 'content', 'name', 'fullName', 'address', 'url', 'href']) {
    const text = data[name]
    if (typeof text === 'string' && text.trim()) return text.trim().slice(0, 200)
  }
  const count = [data.links, data.slides, data.shopItemIds].find(Array.isArray)?.length
  return count ? `× ${count}` : ''
}
