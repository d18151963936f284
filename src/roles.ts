/** What a key lets its holder do in a service of ours, from the least to the most; each with how it is said. */
export const roles = {
  reader: 'reads everything, changes nothing',
  writer: 'reads and changes everything',
  owner: 'reads and changes everything, and manages the keys',
} as const

export type Role = keyof typeof roles

/** Their names, as flags and forms take them. */
export const roleNames = Object.keys(roles) as readonly Role[]
