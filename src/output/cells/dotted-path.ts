import { isObject } from '../../system/json/is-object.ts'

/**
 * Returns the value at a dotted path: `results.passed`, `customFields.area`, `steps.0.action`; undefined if there is none.
 * Finds keys that contain dots as well.
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

/** Returns the leaves of a value by the dotted paths that `valueAt` takes. A list is a leaf. */
export const leafPaths = (value: unknown): Record<string, unknown> =>
  isParent(value) ? Object.fromEntries(leaves(value, '')) : { value }

const leaves = (parent: object, prefix: string): [name: string, leaf: unknown][] =>
  Object.entries(parent).flatMap(([key, value]): [string, unknown][] =>
    isParent(value) ? leaves(value, `${prefix}${key}.`) : [[prefix + key, value]],
  )

const isParent = (value: unknown): value is object => isObject(value) && Object.keys(value).length > 0

// Only enumerable properties are fields, so `length` of a list is not.
const has = (value: object, name: string): value is Record<string, unknown> =>
  Object.prototype.propertyIsEnumerable.call(value, name)
