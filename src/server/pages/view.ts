import type { Api } from '../../contract/index.ts'
import type { ReadRunRevision, Search } from '../../service/index.ts'
import type { Response } from '../../wire/message.ts'
import type { RunFeed } from './run-feed.ts'
import type { PageReader } from './layout.ts'

/**
 * The input of a page: the service, its search and the revisions of its runs with the rights of the reader, the feed of runs, the
 * reader, the query of the address, the requested page of a list, and the signal that stops reading.
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

/** Renders a page. */
export type Answer = (view: PageView) => Promise<Response>

/** Renders the page of an identifier in its canonical form, like WEB-T12. */
export type AnswerOf = (view: PageView, identifier: string) => Promise<Response>
