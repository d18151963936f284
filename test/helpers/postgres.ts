import pg from 'pg'
import { inject } from 'vitest'

/** A fresh database of the PostgreSQL that was started for the tests: its address, and a way to look into it. */
export const createDatabase = async () => {
  const name = `test_${process.pid}_${++made}`
  await ask(inject('postgres') + '/postgres', `create database ${name}`)
  const address = `${inject('postgres')}/${name}`
  return { name, address, ask: (sql: string) => ask(address, sql) }
}

/** An address of the same database where tables go into a schema of their own, which is made. */
export const createSchema = async (address: string): Promise<string> => {
  const name = `team_${++made}`
  await ask(address, `create schema ${name}`)
  return `${address}?options=${encodeURIComponent(`-c search_path=${name}`)}`
}

let made = 0

/** Sends some SQL as somebody who has nothing to do with testctl. Gives the rows of the last statement. */
export const ask = async (address: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return [await client.query<Record<string, unknown>>(sql)].flat().at(-1)!.rows
  } finally {
    await client.end()
  }
}
