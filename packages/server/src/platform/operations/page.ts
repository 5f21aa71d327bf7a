// The routes of HTML pages: each is a function from a visit to an answer.
import type { Caller, Client } from './handler.ts'

/** A request for a page, with what is known of the visitor. */
export interface PageVisit {
  request: Request
  url: URL
  /** Of the languages that there are, the one that the browser prefers. */
  language: 'en' | 'id'
  client: Client
  requestId: string
  /** Null if nobody is signed in. */
  caller: Caller | null
  /** The token by which this browser is known as one that was signed in before. */
  device: string | null
  /** Milliseconds since the Unix epoch. */
  now: number
  /** The fields of the form that was sent, each once. */
  form(): Promise<ReadonlyMap<string, string>>
  /** The `Set-Cookie` value that starts a session in this browser, or ends it. */
  sessionCookie(token: string | null): string
  deviceCookie(token: string): string
}

/**
 * `answer` refuses by throwing a Refusal, which is shown as a page of its own. A form that is shown again with its errors
 * is an ordinary answer.
 */
export interface PageRoute {
  method: 'GET' | 'POST'
  /** Absolute, such as `/account/sign-in`; a path may have both methods. */
  path: string
  /** Whether the page is part of the consent flow, which an application may open in a popup. */
  mayBePopup?: boolean
  answer(visit: PageVisit): Promise<Response>
}
