import type { Keys } from '../../service/auth/keys.ts'
import type { Response } from '../../wire/message.ts'
import type { Arrival } from '../http/request.ts'
import type { Guessing } from '../auth/throttle.ts'
import type { Cookies } from './cookies.ts'
import type { Tokens } from './form.ts'
import type { Sessions } from './sessions.ts'

/** What the dashboard works with, whoever comes. */
export type Desk = { keys: Keys; now: () => Date; sessions: Sessions; guess: Guessing; tokens: Tokens }

/** Who comes now. */
export type Caller = { request: Arrival; cookies: Cookies }

/** Does what a form asks for, once it is certain that it came from a page of ours. */
export type Action = (desk: Desk, caller: Caller, form: URLSearchParams) => Promise<Response>
