// Export, import and deletion of the account’s data.

export const accountData = {
  exportTitle: 'Export your data',
  exportText: 'Download everything that this server stores about you in one file.',
  holds:
    'Profile|Links with their settings and QR codes|Daily click counts, and individual clicks while they’re kept|Microsites, shop items and image URLs|Domains, webhooks and applications|API keys (names only)|Sessions and activity',
  format: 'The file is NDJSON, with one JSON object per line, which scripts and data tools can read.',
  download: 'Download your data',
  received: (size: string) => `${size} received…`,
  done: (size: string) => `Your data has been downloaded (${size}).`,
  deleteTitle: 'Delete account',
  deleteText: 'Delete your account and everything it owns. This can’t be undone.',
  loses: (links: string, microsites: string) =>
    `Links created this month alone: ${links}. Microsites: ${microsites}.`,
  first: 'Download your data first if you might need it later.',
  typeEmail: (email: string) => `Type ${email} to confirm`,
}
