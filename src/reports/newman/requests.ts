import { type Fields, jsonText } from '../json/value.ts'

/** A request, or a folder of requests, in a collection of Postman. */
type Item = { name: string; id: string; folder: Item | undefined }

/** Collects the requests of a collection as it streams in, to name each one as newman does: `folder / request`. */
export const createRequests = () => {
  const items = new Map<string, Item>()
  const open: Item[] = []
  return {
    enters: (path: string): boolean => list.test(path),
    takes: (path: string): boolean => field.test(path),
    /** Opens an item; returns false if the path is not that of an item. */
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
    /** Returns the full name of the request with this id; if the id is unknown, the given name. */
    nameOf: ({ id, name }: Fields): string | undefined => {
      const names: string[] = []
      for (let at = items.get(jsonText(id) ?? ''); at; at = at.folder) names.unshift(at.name || at.id)
      return names.length > 0 ? names.join(' / ') : jsonText(name)
    },
  }
}

const item = /^collection\.item\.\*(?:\.item\.\*)*$/
const list = /^collection\.item(?:\.\*\.item)*$/
const field = /^collection\.item\.\*(?:\.item\.\*)*\.(?:id|name)$/
