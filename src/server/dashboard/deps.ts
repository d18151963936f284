import type { Keys } from '../../service/auth/keys.ts'
import type { Sessions } from '../../service/auth/sessions.ts'
import type { Response } from '../../wire/message.ts'
import type { IncomingRequest } from '../http/request.ts'
import type { Throttle } from '../auth/throttle.ts'
import type { Cookies } from './cookies.ts'

/** What the dashboard needs for every request. */
export type DashboardDeps = { keys: Keys; now: () => Date; sessions: Sessions; guess: Throttle }

/** Who comes now. */
export type DashboardCaller = {
  request: IncomingRequest
  cookies: Cookies
  /** From the address that was asked for to that of `/`. */
  up: string
}

/** Does what a form asks for, once it is certain that it came from a page of ours. */
export type Action = (deps: DashboardDeps, caller: DashboardCaller, form: URLSearchParams) => Promise<Response>
