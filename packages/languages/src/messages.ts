// The types of a language's messages: each has the same parameters as the English one.
import type * as dashboard from './en/dashboard.ts'
import type * as pages from './en/pages.ts'

type Translation<Message> = Message extends string
  ? string
  : Message extends (...values: infer Values) => infer Result
    ? (...values: Values) => Translation<Result>
    : { [Name in keyof Message]: Translation<Message[Name]> }

/** By their English export names. A language without one of them doesn't compile. */
export interface Messages {
  pages: Translation<typeof pages>
  dashboard: Translation<typeof dashboard>
}

export type AllMessages = Messages['pages'] & Messages['dashboard']
