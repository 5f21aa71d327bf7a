// The messages of a link's aliases, and of the page of mistyped codes.

export const aliases = {
  title: 'Aliases',
  none: 'None',
  count: (codes: number) => (codes === 1 ? '1 alias' : `${codes} aliases`),
  hint: 'Other short codes that lead to this link, such as old codes or common typos. Up to ten.',
  code: 'New alias',
  add: 'Add',
  added: (code: string) => `${code} now leads to this link`,
  copy: (code: string) => `Copy ${code}`,
  remove: (code: string) => `Remove ${code}`,
  removeTitle: (code: string) => `Remove ${code}?`,
  removeText: 'Visitors who use it will see “Link not found”, and anyone can take it.',
  removeAction: 'Remove alias',
  removed: (code: string) => `${code} removed`,
}

export const mistypedCodes = {
  title: 'Mistyped codes',
  description: 'Codes that people asked for but that don’t exist. Make one an alias of the link they meant.',
  back: 'Back to links',
  list: 'Mistyped codes',
  asked: (people: string) => `${people} people asked for it`,
  askedOnce: '1 person asked for it',
  last: (when: string) => `most recently ${when}`,
  meant: 'Probably meant:',
  makeAlias: 'Make it an alias',
  made: (code: string, short: string) => `${code} is now an alias of ${short}`,
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
