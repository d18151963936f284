import { defineOnPostgres } from '../engines/postgres.ts'

defineOnPostgres(import.meta.dirname)
