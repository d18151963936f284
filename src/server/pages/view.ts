import type { Api } from '../../contract/index.ts'
import type { Response } from '../../wire/message.ts'
import type { Reader } from './layout.ts'

/** What a page is made of: the service as its reader may see it, who that is, and which page of a list is wanted. */
export type View = { api: Api; reader: Reader; page: number; stop: AbortSignal }

/** Makes a page. */
export type Answer = (view: View) => Promise<Response>

/** Makes the page of something by its identifier, which is written as WEB-T12. */
export type AnswerOf = (view: View, identifier: string) => Promise<Response>
