// What a language's folder has: for each message of English, one of the same form.
import type * as dashboard from './en/dashboard.ts'
import type * as pages from './en/pages.ts'

type Translation<Message> = Message extends string
  ? string
  : Message extends (...values: infer Values) => infer Result
    ? (...values: Values) => Translation<Result>
    : { [Name in keyof Message]: Translation<Message[Name]> }

/** By the names that English exports. One that is missing in a language doesn't compile. */
export interface Messages {
  pages: Translation<typeof pages>
  dashboard: Translation<typeof dashboard>
}

export type AllMessages = Messages['pages'] & Messages['dashboard']
