import type { Range } from '../../../contract/pagination.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { sorted, type Sorting } from './sorting.ts'

type Selection<R> = Pick<Range, 'offset' | 'limit'> & {
  filter?: ((row: R) => boolean) | undefined
  sorting?: Sorting | undefined
  name: (row: R) => Resource
  /** Adds to a row what it is sorted by, if the row does not have it. */
  sortedAs?: ((row: Resource) => Promise<Resource>) | undefined
  /** Converts a selected row to what is shown. */
  show: (row: Resource) => Resource | Promise<Resource>
}

/** Yields the rows that pass a filter, in order, and of those the ones in a range. Sorting reads the whole list first. */
export const selectRows = async function* <R extends Resource>(
  rows: AsyncIterable<R>,
  { filter, sorting, offset = 0, limit = Infinity, name, sortedAs, show }: Selection<R>,
): AsyncGenerator<Resource> {
  const all: Resource[] = []
  const plain = new Map<Resource, Resource>()
  let found = 0
  for await (const row of rows) {
    if (filter && !filter(row)) continue
    if (sorting) {
      const named = name(row)
      const whole = sortedAs ? await sortedAs(named) : named
      if (whole !== named) plain.set(whole, named)
      all.push(whole)
    } else if (++found > offset) {
      yield await show(name(row))
      if (found === offset + limit) return
    }
  }
  if (sorting)
    for (const row of sorted(all, sorting).slice(offset, offset + limit)) yield await show(plain.get(row) ?? row)
}

/** Returns a filter for rows with a text in their name, in any case, composed or decomposed; accents count. DECISIONS 518 */
export const nameFilter = (search: string | undefined): ((row: Resource) => boolean) | undefined => {
  if (search === undefined) return undefined
  const text = folded(search)
  return (row) => folded(String(row['name'])).includes(text)
}

const folded = (text: string): string => text.toLowerCase().normalize('NFC')
