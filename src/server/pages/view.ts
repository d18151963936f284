import type { Api } from '../../contract/index.ts'
import type { ReadRunRevision, Search } from '../../service/index.ts'
import type { Response } from '../../wire/message.ts'
import type { RunFeed } from './run-feed.ts'
import type { PageReader } from './layout.ts'

/**
 * What a page is made of: the service, its search and the state of its runs as the reader may use them, what pages of runs
 * hear, who that is, the query of the address, and which page of a list it asks for.
 */
export type PageView = {
  api: Api
  search: Search
  readRunRevision: ReadRunRevision
  feed: RunFeed
  reader: PageReader
  query: URLSearchParams
  page: number
  stop: AbortSignal
}

/** Makes a page. */
export type Answer = (view: PageView) => Promise<Response>

/** Makes the page of something by its identifier, which is written as WEB-T12. */
export type AnswerOf = (view: PageView, identifier: string) => Promise<Response>
