// The field that creates a link from any page.

export const createField = {
  label: 'Destination URL',
  placeholder: 'Paste a long URL to shorten it',
  create: 'Shorten',
  made: (url: string) => `Link created: ${url}`,
  madeAndCopied: (url: string) => `Link created and copied: ${url}`,
  edit: 'Edit',
  code: 'Custom short code',
  codeHint: 'Leave blank for a random code. After creating the link, choose Edit for all other settings.',
}
