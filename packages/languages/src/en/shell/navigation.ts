// The main navigation.

export const navigation = {
  links: 'Links',
  statistics: 'Statistics',
  microsites: 'Microsites',
  images: 'Images and shop',
  qr: 'QR codes',
  developer: 'Developer',
  account: 'Account',
  administration: 'Administration',
}
