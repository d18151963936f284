import { type Role, roleNames } from './roles.ts'

/** The holder of the key of a request, as far as the service says so: the name of the key, and its role. */
export type Holder = { name: string; role?: Role | undefined }

/** The header of a response in which a service of ours says whose key it was. DECISIONS 187 */
export const holderHeader = 'x-api-key-holder'

/** A holder as the header has it: `ana;writer`, names escaped as in a URL. */
export const formatHolder = ({ name, role }: Holder): string => `${encodeURIComponent(name)};${role ?? ''}`

/** The holder that a header names; undefined where another service sends none, or something else. */
export const parseHolder = (header: string | undefined): Holder | undefined => {
  const [, escaped = '', role] = /^([^;\s]{1,2000});(\w*)$/.exec(header ?? '') ?? []
  try {
    const name = decodeURIComponent(escaped)
    return name === '' ? undefined : { name, role: roleNames.find((known) => known === role) }
  } catch {
    return undefined
  }
}
