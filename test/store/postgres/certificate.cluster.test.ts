import { chownSync, copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test as anyTest } from 'vitest'
import { startPostgres } from '../../helpers/postgres.setup.ts'
import { lacks } from '../../helpers/programs.ts'
import { ask } from '../../helpers/standby.ts'
import { insertProject, listProjects } from '../rows.ts'
import { failure, open } from './opened.ts'

const test = anyTest.skipIf(lacks('openssl'))

/** Gives a server a new self-signed certificate. */
const certify = async ({ data }: { data: string }): Promise<void> => {
  const [key, certificate] = [join(data, 'server.key'), join(data, 'server.crt')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await execa('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate])
  const { uid, gid } = statSync(data)
  for (const path of [key, certificate]) chownSync(path, uid, gid)
}

test('a certificate that changed is named with where to put the new one, and then the store goes on', async () => {
  const server = await startPostgres()
  onTestFinished(server.remove)
  await certify(server)
  await ask(server.address, 'alter system set ssl = on')
  await ask(server.address, 'select pg_reload_conf()')
  const trusted = join(server.data, 'trusted.crt')
  const trust = () => copyFileSync(join(server.data, 'server.crt'), trusted)
  trust()
  const address = server.address.replace('127.0.0.1', 'localhost')
  const store = await open(`${address}/postgres?sslmode=verify-full&sslrootcert=${trusted}`)
  await insertProject(store, 'A')
  await certify(server)
  await server.stop()
  await server.start()
  const error = await failure(insertProject(store, 'B'))
  expect(error).toMatchObject({ name: 'UnavailableError', status: 503 })
  expect(error.message).toMatch(/ cannot be reached: .*certificate/)
  expect(error).toHaveProperty('hint', expect.stringContaining('sslrootcert=FILE'))
  trust()
  expect([await insertProject(store, 'B'), await listProjects(store)]).toEqual(['B', ['A', 'B']])
})
