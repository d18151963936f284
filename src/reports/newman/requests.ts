import { jsonText } from '../json/value.ts'

/** A request, or a folder of requests, of a collection of Postman. */
type Item = { name: string; id: string; folder: Item | undefined }

/** The requests in a collection as it streams by, each by the name that newman shows: `folder / request`. */
export const createRequests = () => {
  const items = new Map<string, Item>()
  const open: Item[] = []
  return {
    enters: (path: string): boolean => list.test(path),
    takes: (path: string): boolean => field.test(path),
    /** Opens an item; false for what is none. */
    begins: (path: string): boolean => {
      if (!item.test(path)) return false
      open.push({ name: '', id: '', folder: open.at(-1) })
      return true
    },
    take: (path: string, value: unknown): void => {
      const inner = open.at(-1)
      if (inner) inner[path.endsWith('.id') ? 'id' : 'name'] = jsonText(value) ?? ''
    },
    ends: (path: string): void => {
      const ended = item.test(path) ? open.pop() : undefined
      if (ended?.id) items.set(ended.id, ended)
    },
    /** The whole name of a request that is told by its id, or else the name that stands beside it. */
    nameOf: ({ id, name }: Readonly<Record<string, unknown>>): string | undefined => {
      const names: string[] = []
      for (let at = items.get(jsonText(id) ?? ''); at; at = at.folder) names.unshift(at.name || at.id)
      return names.length > 0 ? names.join(' / ') : jsonText(name)
    },
  }
}

const item = /^collection\.item\.\*(?:\.item\.\*)*$/
const list = /^collection\.item(?:\.\*\.item)*$/
const field = /^collection\.item\.\*(?:\.item\.\*)*\.(?:id|name)$/
