import { createRequire } from 'node:module'
import type Pg from 'pg'

/** The driver for PostgreSQL. Not an import: whoever keeps a store in a file does not wait until it is loaded. */
export const loadDriver = (): typeof Pg => createRequire(import.meta.url)('pg') as typeof Pg
