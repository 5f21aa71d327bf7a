// The main navigation.

export const navigation = {
  links: 'Links',
  statistics: 'Statistics',
  microsites: 'Microsites',
  images: 'Images and shop',
  qr: 'QR codes',
  changes: 'What changed',
  developer: 'Developer',
  workspace: 'Workspace',
  account: 'Account',
  administration: 'Administration',
}
