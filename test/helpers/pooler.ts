import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { freePort, isListening } from './ports.ts'

/**
 * Starts a PgBouncer in front of a PostgreSQL, in transaction mode: each transaction may run in another session. Returns the address
 * of the same server through PgBouncer. `settings` are lines of its configuration.
 */
export const startPooler = async (postgres: string, settings: readonly string[] = []) => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-pooler-'))
  const url = new URL(postgres)
  const port = await freePort()
  writeFileSync(join(folder, 'users.txt'), `"${url.username}" "${url.password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${url.hostname} port=${url.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      ...settings,
      '',
    ].join('\n'),
  )
  chmodSync(folder, 0o755)
  // PgBouncer refuses to run as the superuser.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = execa('pgbouncer', [...user, join(folder, 'pgbouncer.ini')], { reject: false, all: true })
  while (!(await isListening(port))) {
    if (pooler.exitCode !== null && pooler.exitCode !== undefined) throw new Error((await pooler).all)
    await sleep(20)
  }
  url.port = String(port)
  return {
    address: url.href,
    remove: async () => {
      pooler.kill('SIGKILL')
      await pooler
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
