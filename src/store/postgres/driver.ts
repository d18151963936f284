import type Pg from 'pg'

/** The driver for PostgreSQL. Whoever keeps a store in a file does not wait until it is loaded. */
export type Driver = Pick<typeof Pg, 'Client' | 'types'>

/** Loads it. DECISIONS 97. Its entry hands on what a CommonJS module exports. */
export const loadDriver = async (): Promise<Driver> => (await import('pg')).default
