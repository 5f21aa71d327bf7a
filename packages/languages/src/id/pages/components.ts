// The messages in the components of microsites, besides their owners’ content.

export const componentPages = {
  media: {
    play: (site: string) => `Putar di ${site}`,
    loadsFrom: (host: string) => `Dimuat dari ${host} saat Anda mengetuk`,
    opens: (host: string) => `Buka di ${host}`,
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
    openIn: (site: string) => `Buka di ${site}`,
    map: 'Peta',
  },
  slides: {
    label: 'Gambar',
    picture: (position: number, total: number) => `Gambar ${position} dari ${total}`,
    previous: 'Gambar sebelumnya',
    next: 'Gambar berikutnya',
    pause: 'Jeda tayangan salindia',
    play: 'Putar tayangan salindia',
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
    listen: (site: string) => `Dengarkan di ${site}`,
    fault: 'Musik tidak dapat diputar.',
  },
  contact: {
    save: 'Simpan kontak',
    phone: 'Telepon',
    email: 'Surel',
    website: 'Situs web',
    address: 'Alamat',
  },
  calendar: { add: 'Tambahkan ke kalender', file: 'Apple Calendar dan lainnya (.ics)', event: 'Acara' },
}
