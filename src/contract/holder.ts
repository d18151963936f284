import { type Role, roleNames } from './roles.ts'

/** The holder of a request's API key, as reported by the service: the name of the key, and its role if known. */
export type Holder = { name: string; role?: Role | undefined }

/** The response header in which our own service names the holder of the key. DECISIONS 187 */
export const holderHeader = 'x-api-key-holder'

/** Formats a holder for the header: `ana;writer`, with the name URL-encoded. */
export const formatHolder = ({ name, role }: Holder): string => `${encodeURIComponent(name)};${role ?? ''}`

/** Parses the header; undefined if another service sends none, or something different. */
export const parseHolder = (header: string | undefined): Holder | undefined => {
  const [, escaped = '', role] = /^([^;\s]{1,2000});(\w*)$/.exec(header ?? '') ?? []
  try {
    const name = decodeURIComponent(escaped)
    return name === '' ? undefined : { name, role: roleNames.find((known) => known === role) }
  } catch {
    return undefined
  }
}
