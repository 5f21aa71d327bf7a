// The messages of a link's other short codes, and of the page of mistyped ones.

export const aliases = {
  title: 'Other short codes',
  none: 'None',
  count: (codes: number) => (codes === 1 ? '1 code' : `${codes} codes`),
  hint: 'They lead to this link too, such as old codes or frequent typos. Up to ten.',
  code: 'New code',
  add: 'Add',
  added: (code: string) => `${code} leads to this link now`,
  copy: (code: string) => `Copy ${code}`,
  remove: (code: string) => `Remove ${code}`,
  removeTitle: (code: string) => `Remove ${code}?`,
  removeText: 'Visitors who use it will get “Link not found”, and anyone can take the code.',
  removeAction: 'Remove code',
  removed: (code: string) => `${code} removed`,
}

export const mistypedCodes = {
  title: 'Mistyped codes',
  description: 'Codes that people asked for but that don’t exist. Make one lead to the link they meant.',
  back: 'Back to links',
  list: 'Mistyped codes',
  asked: (people: string) => `${people} people asked for it`,
  askedOnce: '1 person asked for it',
  last: (when: string) => `most recently ${when}`,
  meant: 'Probably meant:',
  makeAlias: 'Make it an alias',
  made: (code: string, short: string) => `${code} now leads to the same page as ${short}`,
  dismiss: 'Dismiss',
  dismissed: 'Dismissed',
  chooseTitle: (code: string) => `Make ${code} an alias`,
  chooseHint: (domain: string) => `The short code of a link on ${domain}.`,
  short: 'Short code of the link',
  cancel: 'Cancel',
  emptyTitle: 'No mistyped codes',
  empty:
    'When people ask for a code that is one letter away from one of your links, or for any unknown code on your own domains, it appears here within a minute or two.',
}
