// The pages for visitors, each with the data that it needs.

export type VisitorPage =
  | { kind: 'home'; docsUrl: string; dashboardUrl: string }
  /** `meant` is the code that is similar to the requested one, if there is exactly one. */
  | { kind: 'not-found'; meant?: string }
  /** The request's host is not one of the server's. */
  | { kind: 'misdirected' }
  | { kind: 'scheduled' }
  | { kind: 'expired' }
  | { kind: 'consumed' }
  /** It has redirected as many visitors as it may. */
  | { kind: 'used-up' }
  | { kind: 'blocked' }
  /** `sent` is what the form sends besides. */
  | { kind: 'password'; wrong: boolean; adult: boolean; sent?: Record<string, string> }
  | { kind: 'adult'; sent?: Record<string, string> }
  /** `address` is the destination; `sent` is the form data so far, which the form sends again. */
  | {
      kind: 'caution'
      because: 'new_account' | 'look_alike' | 'shortener'
      address: string
      reportUrl: string
      sent: Record<string, string>
    }
  /** The destination doesn't work, and a web archive may have a copy of it. */
  | { kind: 'broken'; longUrl: string; archiveUrl: string }
  /** `createdAt` and `now` are Unix seconds. */
  | {
      kind: 'preview'
      shortUrl: string
      longUrl: string
      title: string
      /** Whether some visitors are led elsewhere. */
      hasRules: boolean
      createdAt: number
      now: number
      /** Where it can be reported. */
      reportUrl: string
    }
  | { kind: 'one-click' }
  /** `retryAfter` is in seconds. */
  | { kind: 'too-many-tries'; retryAfter: number }
  /** Too many unknown codes were requested. `retryAfter` is in seconds. */
  | { kind: 'too-many-misses'; retryAfter: number }
  | { kind: 'unavailable' }
  | { kind: 'error'; requestId: string }
