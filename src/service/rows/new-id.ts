import { v7 } from 'uuid'

/**
 * The id of a new row: a UUID that begins with the time (RFC 9562, version 7), so that rows which are made together lie together
 * in the store. DECISIONS 247
 */
export const newId = (): string => v7()
