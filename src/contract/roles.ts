import { UnauthorizedError } from '../errors.ts'

/** What a key lets its holder do in a service of ours, from the least to the most, with the words for it. */
export const roles = {
  reader: 'reads everything, changes nothing',
  writer: 'reads and changes everything',
  owner: 'reads and changes everything, and manages the keys',
} as const

export type Role = keyof typeof roles

/** Their names, as flags and forms take them. */
export const roleNames = Object.keys(roles) as readonly Role[]

/** What a role hears that asks for a route it may not use (403), with the name of its key; undefined where it may. */
export const refusalTo = (role: Role, route: string, name?: string): UnauthorizedError | undefined =>
  role !== 'reader' || route.startsWith('GET ')
    ? undefined
    : new UnauthorizedError(
        `${name === undefined ? 'this key' : `the key ${name}`} is a reader: it may read, and change nothing`,
        {
          status: 403,
          hint: 'use a key of the role writer',
        },
      )
