// The routes of HTML pages: each is a function from a request to a response.
import type { Language } from '@linnet/languages'
import type { Caller, Client } from './handler.ts'

/** A request for a page, with what is known about the visitor. */
export interface PageVisit {
  request: Request
  url: URL
  /** The available language that the browser prefers. */
  language: Language
  client: Client
  requestId: string
  /** Null if the visitor isn't signed in. */
  caller: Caller | null
  /** The token of a browser that was signed in before. */
  device: string | null
  /** Milliseconds since the Unix epoch. */
  now: number
  /** The fields of the submitted form, each once. */
  form(): Promise<ReadonlyMap<string, string>>
  /** The `Set-Cookie` value that starts a session in this browser, or ends it. */
  sessionCookie(token: string | null): string
  deviceCookie(token: string): string
}

/**
 * `answer` refuses by throwing a Refusal, which is shown as a separate page. A form that is shown again with its errors is
 * an ordinary response.
 */
export interface PageRoute {
  method: 'GET' | 'POST'
  /** Absolute, such as `/account/sign-in`; a path may have both methods. */
  path: string
  /** Whether the page is part of the consent flow, which an application may open in a popup. */
  mayBePopup?: boolean
  answer(visit: PageVisit): Promise<Response>
}
