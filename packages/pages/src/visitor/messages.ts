// The messages of the visitor pages. A language that lacks one doesn't compile.

type Notice = { title: string; text: string }

export interface VisitorMessages {
  /** For link previews in chats and feeds: the same on every page, so that it reveals nothing about a link. */
  shortLink: string
  home: Notice & {
    features: readonly (Notice & { icon: 'link' | 'page' | 'qr' | 'lock' | 'chart' | 'code' })[]
  } & {
    signIn: string
    docs: string
    arrivedByMistake: string
  }
  notFound: Notice
  /** `operator` tells the operator which settings to change. */
  misdirected: Notice & { operator: { lead: string; steps: { setting: string; meaning: string }[] } }
  expired: Notice
  consumed: Notice
  /** `owner` is for the link's owner. */
  blocked: Notice & { owner: string }
  oneClick: Notice
  password: Notice & { label: string; submit: string; wrong: string; adultNote: string; adultSubmit: string }
  adult: Notice & { submit: string; decline: string }
  caution: {
    title: string
    because: Record<'new_account' | 'look_alike' | 'shortener', string>
    destination: string
    advice: string
    submit: string
    decline: string
    report: string
  }
  preview: Notice & {
    name: string
    destination: string
    created: string
    submit: string
    unsafe: string
    justNow: string
    report: string
  }
  tooManyTries: Notice & { retry: (when: string) => string; action: string }
  unavailable: Notice & { action: string }
  error: Notice & { reference: string; action: string }
}
