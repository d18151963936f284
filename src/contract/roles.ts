import { UnauthorizedError } from '../errors.ts'

/** The roles of API keys in our own service, from the fewest rights to the most, each with a description. */
export const roles = {
  reader: 'reads everything, changes nothing',
  writer: 'reads and changes everything',
  owner: 'reads and changes everything, and manages the keys',
} as const

export type Role = keyof typeof roles

/** The names of the roles, as flags and forms take them. */
export const roleNames = Object.keys(roles) as readonly Role[]

/** Returns the error (403) for a role that may not use a route, with the name of its key; undefined if it may. */
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
