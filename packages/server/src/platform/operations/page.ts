// What a page for people is to the server: a route with a function from a visit to an answer.
import type { Caller, Client } from './handler.ts'

/** Somebody's request for a page, with what is known of who asks. */
export interface PageVisit {
  request: Request
  url: URL
  /** The language that the browser prefers, of those there are. */
  language: 'en' | 'id'
  client: Client
  requestId: string
  /** Whose session it is; null where nobody is signed in. */
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
 * A page. What `answer` refuses, it throws as a Refusal, which is shown as a page of its own; a form that shall be shown
 * again with what was wrong is an answer like any other.
 */
export interface PageRoute {
  method: 'GET' | 'POST'
  /** From the root, such as `/account/sign-in`; the same path may have both methods. */
  path: string
  /** Whether the page is part of the consent flow, which an application may open in a popup. */
  mayBePopup?: boolean
  answer(visit: PageVisit): Promise<Response>
}
