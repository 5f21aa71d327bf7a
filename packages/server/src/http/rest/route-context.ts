// What the routes of the API need from the server, and what they know about the current request.
import type { Operation } from '@linnet/contract'
import type { Hono } from 'hono'
import type { RequestScheduler } from '../../platform/concurrency/request-scheduler.ts'
import type { IncomingFiles } from '../../platform/files/incoming-files.ts'
import type { ExecutorNeeds } from '../../platform/operations/execute.ts'
import type { Caller, ImplementedOperation } from '../../platform/operations/handler.ts'
import type { Booking, LimitNeeds } from '../../platform/operations/limits.ts'
import type { CookieRules } from '../../platform/security/session-cookie.ts'
import type { RequestDetails } from '../incoming-request.ts'

export interface RestNeeds extends ExecutorNeeds, LimitNeeds {
  operations: ImplementedOperation[]
  callerByToken(token: string): Promise<Caller | null>
  callerBySession(token: string, workspace: string | null): Promise<Caller | null>
  cookies: CookieRules
  files: IncomingFiles
  scheduler: RequestScheduler
}

interface RequestState {
  caller: Caller | null
  /** Set if the response has headers for the request limit: on the public API. */
  booking?: Booking
  /** The current operation. */
  operation?: Operation
  /** The methods that the path allows, if the request's is not one of them. */
  allow?: string
}

export type Routes = Hono<{ Bindings: RequestDetails; Variables: RequestState }>

export type RouteContext = Parameters<Parameters<Routes['notFound']>[0]>[0]
