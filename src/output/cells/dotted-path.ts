import { isObject } from '../../system/json/is-object.ts'

/**
 * What stands at a dotted name in a value: `results.passed`, `customFields.area`, `steps.0.action`; undefined where nothing
 * does. A key that has dots in it is found as well.
 */
export const valueAt = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined
  if (has(value, name)) return value[name]
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const outer = name.slice(0, dot)
    const found = has(value, outer) ? valueAt(value[outer], name.slice(dot + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** The leaves of a value by their dotted names: what `valueAt` finds them by. A list is a leaf. */
export const leafPaths = (value: unknown): Record<string, unknown> =>
  isParent(value) ? Object.fromEntries(leaves(value, '')) : { value }

const leaves = (parent: object, prefix: string): [name: string, leaf: unknown][] =>
  Object.entries(parent).flatMap(([key, value]): [string, unknown][] =>
    isParent(value) ? leaves(value, `${prefix}${key}.`) : [[prefix + key, value]],
  )

const isParent = (value: unknown): value is object => isObject(value) && Object.keys(value).length > 0

// The length of a list is no field of it.
const has = (value: object, name: string): value is Record<string, unknown> =>
  Object.prototype.propertyIsEnumerable.call(value, name)
