import { type Range, readPages } from '../../src/contract/pagination.ts'

export type Row = { id: string }
/** Returns `count` rows. */
export const rowsUpTo = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: `row${index}` }))

/** Creates a service that returns at most `most` rows a page, whatever the limit. `asked` has its requests. */
export const serving = (all: () => readonly Row[], most = 1000) => {
  const asked: { limit: number; offset: number }[] = []
  const read = async ({ limit, offset }: { limit: number; offset: number }) => {
    asked.push({ limit, offset })
    const lowered = Math.min(limit, most)
    return { rows: all().slice(offset, offset + lowered), pagination: { limit: lowered, offset, total: all().length } }
  }
  return { read, asked }
}

/** Reads a list to its end. */
export const readAll = async (read: Parameters<typeof readPages<Row>>[0], range?: Range) => {
  const listing = readPages(read, range)
  const ids: string[] = []
  for await (const { id } of listing.rows) ids.push(id)
  return { ids, total: listing.total(), changed: listing.changed() }
}
