// The messages about the versions of a microsite, in its editor.

const components = (count: number) => (count === 1 ? '1 component' : `${count} components`)

export const micrositeVersions = {
  versions: 'Versions',
  intro: 'How visitors saw this microsite. The last 50 versions are kept.',
  ofDrafts: 'Versions are kept from the moment the microsite is published.',
  now: 'Now',
  all: 'All versions',
  frame: 'Version preview',
  byKey: (name: string) => `API key ${name}`,
  first: 'First version',
  unchanged: 'No changes',
  fields: (names: string) => `Changed: ${names}`,
  added: (count: number) => `${components(count)} added`,
  changed: (count: number) => `${components(count)} changed`,
  removed: (count: number) => `${components(count)} removed`,
  reordered: 'New order',
  missingImages: (count: number) =>
    count === 1
      ? 'One image in this version has been deleted since, and can’t be shown.'
      : `${count} images in this version have been deleted since, and can’t be shown.`,
  bringBack: 'Bring back',
  broughtBack: 'The version is back. Visitors see it now.',
  notBroughtBack: 'Not brought back',
}
