// The messages of the interactive kinds, in each language.
import type { Language } from '../language.ts'

export interface KindMessages {
  media: {
    /** `site` is a name, such as YouTube. */
    play(site: string): string
    /** `host` is its host, such as www.youtube-nocookie.com. */
    loadsFrom(host: string): string
    opens(host: string): string
    video: string
    audio: string
    fault: string
  }
  countdown: { days: string; hours: string; minutes: string; seconds: string; begun: string }
  maps: { show: string; loadsFrom: string; openIn(site: string): string; map: string }
  slides: {
    label: string
    picture(position: number, total: number): string
    previous: string
    next: string
    pause: string
    play: string
  }
  cv: {
    experience: string
    education: string
    skills: string
    print: string
    name: string
    /** The end of a period that goes on: from 2021 to the present. */
    present: string
  }
  music: {
    name: string
    play: string
    /** `site` is a name, such as Spotify, or a host. */
    listen(site: string): string
    fault: string
  }
  contact: { save: string; phone: string; email: string; website: string; address: string }
  calendar: { add: string; file: string; event: string }
}

const english: KindMessages = {
  media: {
    play: (site) => `Play on ${site}`,
    loadsFrom: (host) => `Loads from ${host} when you tap`,
    opens: (host) => `Open on ${host}`,
    video: 'Video',
    audio: 'Audio',
    fault: 'This cannot be played. The file may have moved.',
  },
  countdown: {
    days: 'days',
    hours: 'hours',
    minutes: 'minutes',
    seconds: 'seconds',
    begun: 'It has begun',
  },
  maps: {
    show: 'Show the map',
    loadsFrom: 'Loads from openstreetmap.org when you tap',
    openIn: (site) => `Open in ${site}`,
    map: 'Map',
  },
  slides: {
    label: 'Pictures',
    picture: (position, total) => `Picture ${position} of ${total}`,
    previous: 'Previous picture',
    next: 'Next picture',
    pause: 'Pause the slides',
    play: 'Play the slides',
  },
  cv: {
    experience: 'Experience',
    education: 'Education',
    skills: 'Skills',
    print: 'Print',
    name: 'CV',
    present: 'present',
  },
  music: {
    name: 'Music',
    play: 'Play the music',
    listen: (site) => `Listen on ${site}`,
    fault: 'The music cannot be played.',
  },
  contact: { save: 'Save contact', phone: 'Phone', email: 'E-mail', website: 'Website', address: 'Address' },
  calendar: { add: 'Add to calendar', file: 'Apple Calendar and others (.ics)', event: 'Event' },
}

const indonesian: KindMessages = {
  media: {
    play: (site) => `Putar di ${site}`,
    loadsFrom: (host) => `Dimuat dari ${host} saat Anda mengetuk`,
    opens: (host) => `Buka di ${host}`,
    video: 'Video',
    audio: 'Audio',
    fault: 'Ini tidak dapat diputar. Berkasnya mungkin sudah dipindahkan.',
  },
  countdown: {
    days: 'hari',
    hours: 'jam',
    minutes: 'menit',
    seconds: 'detik',
    begun: 'Sudah dimulai',
  },
  maps: {
    show: 'Tampilkan peta',
    loadsFrom: 'Dimuat dari openstreetmap.org saat Anda mengetuk',
    openIn: (site) => `Buka di ${site}`,
    map: 'Peta',
  },
  slides: {
    label: 'Gambar',
    picture: (position, total) => `Gambar ${position} dari ${total}`,
    previous: 'Gambar sebelumnya',
    next: 'Gambar berikutnya',
    pause: 'Jeda pergantian gambar',
    play: 'Putar gambar bergantian',
  },
  cv: {
    experience: 'Pengalaman',
    education: 'Pendidikan',
    skills: 'Keahlian',
    print: 'Cetak',
    name: 'Riwayat hidup',
    present: 'sekarang',
  },
  music: {
    name: 'Musik',
    play: 'Putar musik',
    listen: (site) => `Dengarkan di ${site}`,
    fault: 'Musik tidak dapat diputar.',
  },
  contact: {
    save: 'Simpan kontak',
    phone: 'Telepon',
    email: 'Email',
    website: 'Situs web',
    address: 'Alamat',
  },
  calendar: { add: 'Tambahkan ke kalender', file: 'Apple Calendar dan lainnya (.ics)', event: 'Acara' },
}

const messages: Record<Language, KindMessages> = { en: english, id: indonesian }

export const kindMessages = (language: Language): KindMessages => messages[language]
