import type { Keys } from '../../service/auth/keys.ts'
import type { Response } from '../../wire/message.ts'
import type { IncomingRequest } from '../http/request.ts'
import type { Throttle } from '../auth/throttle.ts'
import type { Cookies } from './cookies.ts'
import type { Tokens } from './form.ts'
import type { Sessions } from './sessions.ts'

/** What the dashboard works with, whoever comes. */
export type DashboardDeps = { keys: Keys; now: () => Date; sessions: Sessions; guess: Throttle; tokens: Tokens }

/** Who comes now. */
export type DashboardCaller = { request: IncomingRequest; cookies: Cookies }

/** Does what a form asks for, once it is certain that it came from a page of ours. */
export type Action = (deps: DashboardDeps, caller: DashboardCaller, form: URLSearchParams) => Promise<Response>
