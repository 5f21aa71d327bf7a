// The Indonesian names of the kinds of component.

export const componentKinds = {
  PROFILE: { name: 'Profil', description: 'Foto, nama, dan satu kalimat tentang Anda' },
  LINK: { name: 'Tautan', description: 'Tombol yang membuka URL apa pun' },
  HORIZONTAL_LINK: { name: 'Ikon sosial', description: 'Sebaris ikon untuk profil Anda di tempat lain' },
  TEXT: { name: 'Teks', description: 'Paragraf; URL di dalamnya menjadi tautan' },
  IMAGE: { name: 'Gambar', description: 'Satu gambar, bisa dengan tautan' },
  MEDIA: { name: 'Video atau musik', description: 'Video atau lagu, dari situs lain atau berkas' },
  DIVIDER: { name: 'Pemisah', description: 'Garis atau ruang di antara dua komponen' },
  COUNTDOWN: { name: 'Hitung mundur', description: 'Sisa waktu sampai suatu tanggal' },
  MAPS: { name: 'Peta', description: 'Lokasi Anda, dengan tautan ke aplikasi peta' },
  IMAGE_SLIDE: { name: 'Salindia gambar', description: 'Beberapa gambar untuk digeser' },
  CV: { name: 'CV', description: 'Pengalaman, pendidikan, dan keahlian' },
  AUTOPLAY_MUSIC: { name: 'Musik latar', description: 'Lagu untuk seluruh halaman' },
  CONTACT: { name: 'Kartu kontak', description: 'Tombol yang menyimpan kontak Anda' },
  CALENDAR: { name: 'Acara kalender', description: 'Acara, dengan tombol untuk menambahkannya ke kalender' },
  SHOP_LISTING: { name: 'Toko', description: 'Beberapa barang dari katalog Anda' },
  SHOP_ITEM: { name: 'Barang toko', description: 'Satu barang dari katalog Anda' },
  SHOP_LEADERBOARD: { name: 'Barang terpopuler', description: 'Yang paling sering diketuk di katalog Anda' },
}
