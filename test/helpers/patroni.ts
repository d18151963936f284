import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { layCable } from '../store/postgres/cable.ts'
import { freePort, isListening } from './ports.ts'
import { killPostgres } from './postgres.setup.ts'
import { ask } from './standby.ts'

/** The folder of Debian's PostgreSQL: Patroni needs more of its programs than npm's has. */
const postgresFolder = (): string => {
  const [newest] = readdirSync('/usr/lib/postgresql').toSorted((one, other) => Number(other) - Number(one))
  return `/usr/lib/postgresql/${newest}/bin`
}

/** How long two servers may take to agree, in ms: a limit for what hangs. */
const patience = 120_000

type Member = { name: string; role: string; state: string }

/**
 * Two servers that Patroni keeps, with an etcd; gone after `remove`. `isSync`: an answer comes only when the standby has it as well.
 * What the standby gets passes through a cable.
 */
export const startPatroni = async ({ isSync }: { isSync: boolean }) => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-patroni-'))
  chmodSync(folder, 0o755)
  const user = owner()
  const etcd = await startEtcd(folder)
  let isApart = false
  const members = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const data = join(folder, name)
      mkdirSync(data, { mode: 0o700 })
      if (user) chownSync(data, user.uid, user.gid)
      const [port, rest] = [await freePort(), await freePort()]
      const cable = await layCable(`tcp://127.0.0.1:${port}`, () => (isApart ? 'cut before' : 'pass'))
      const file = join(folder, `${name}.yml`)
      const place = { name, port, rest, data: join(data, 'data'), pass: join(data, 'pass') }
      // JSON is YAML.
      writeFileSync(
        file,
        JSON.stringify(configOf({ ...place, isSync, etcd: etcd.port, reached: Number(new URL(cable.address).port) })),
      )
      return { name, data: join(data, 'data'), port, rest, file, cable }
    }),
  )
  const log: string[] = []
  const running = members.map(({ file }) => {
    const child = execa('patroni', [file], { ...user, reject: false, cwd: folder, all: true, buffer: false })
    child.all.on('data', (text) => log.push(String(text)))
    return child
  })
  const cluster = async (): Promise<Member[]> => {
    for (const { rest } of members)
      try {
        return ((await (await fetch(`http://127.0.0.1:${rest}/cluster`)).json()) as { members: Member[] }).members
      } catch {
        // The other one may know.
      }
    return []
  }
  /** Whether the other server follows the one that leads. Patroni 3 calls one that is separated `running` as well. */
  const isFollowed = async (leader: Member, all: readonly Member[]): Promise<boolean> => {
    if (isSync) return all.some(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state))
    const { port } = members.find(({ name }) => name === leader.name)!
    const address = `postgres://owner:secret@127.0.0.1:${port}`
    const streaming = `select from pg_stat_replication where application_name <> 'pg_basebackup' and state = 'streaming'`
    return (await ask(address, streaming).catch(() => 0)) > 0
  }
  /** Waits until one leads and the other follows it; gives the name of the one that leads. */
  const settled = async (): Promise<string> => {
    for (const end = performance.now() + patience; ;) {
      const seen = await cluster()
      const leader = seen.find(({ role, state }) => role === 'leader' && state === 'running')
      if (leader && (await isFollowed(leader, seen))) return leader.name
      if (performance.now() > end || running.every(({ exitCode }) => typeof exitCode === 'number'))
        throw new Error(`Patroni's servers do not settle: ${JSON.stringify(seen)}`)
      await sleep(100)
    }
  }
  return {
    address: `postgres://owner:secret@${members.map(({ port }) => `127.0.0.1:${port}`).join()}/postgres?target_session_attrs=read-write`,
    settled,
    /** From now on the standby gets nothing more, until a member is killed. */
    separate: () => {
      isApart = true
      for (const { cable } of members) cable.cut()
    },
    /** Ends the database of a member as a power cut would; Patroni sees to the rest. */
    kill: (name: string) => {
      killPostgres(members.find((member) => member.name === name)!.data)
      isApart = false
    },
    log: () => log.join(''),
    remove: async () => {
      // Nothing of it is asked to end: a server that is shut down waits for its standby, and keeps the output of Patroni open.
      for (const child of running) child.kill('SIGKILL')
      const ended = Promise.all(running.map(async (child) => void (await child))).then(() => true)
      for (let tries = 0; tries < 100 && !(await Promise.race([ended, sleep(100, false)])); tries++)
        for (const { data } of members)
          try {
            killPostgres(data)
          } catch {
            // It does not run, or not yet.
          }
      await Promise.all(members.map(({ cable }) => cable.remove()))
      await etcd.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Who runs a database in the place of the superuser, who may not. */
const owner = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const numberOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: numberOf('-u'), gid: numberOf('-g') }
}

const startEtcd = async (folder: string) => {
  const [port, peer] = [await freePort(), await freePort()]
  const [client, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peer}`]
  const flags = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  }
  const words = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)
  const etcd = execa('etcd', words, { reject: false, all: true, cwd: folder })
  while (!(await isListening(port))) {
    if (typeof etcd.exitCode === 'number') throw new Error((await etcd).all)
    await sleep(20)
  }
  return {
    port,
    remove: async () => {
      etcd.kill('SIGKILL')
      await etcd
    },
  }
}

type Place = {
  name: string
  data: string
  /** Where it listens, and where the other one reaches it. */
  port: number
  reached: number
  rest: number
  etcd: number
  pass: string
  isSync: boolean
}

const configOf = ({ name, data, port, reached, rest, etcd, pass, isSync }: Place) => ({
  scope: 'testctl',
  name,
  restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
  etcd3: { host: `127.0.0.1:${etcd}` },
  bootstrap: {
    dcs: {
      ttl: 10,
      loop_wait: 1,
      retry_timeout: 3,
      synchronous_mode: isSync,
      // In bytes: what a standby lacks that was kept from it for a moment is to be lost, not waited for.
      maximum_lag_on_failover: 2 ** 30,
      // One that was killed gives up its place at once.
      primary_start_timeout: 0,
      postgresql: { use_pg_rewind: true },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums', 'no-sync'],
    pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${reached}`,
    data_dir: data,
    bin_dir: postgresFolder(),
    pgpass: pass,
    // One that was killed and cannot be rewound is copied anew, in the place of trying for ever.
    remove_data_directory_on_rewind_failure: true,
    remove_data_directory_on_diverged_timelines: true,
    authentication: {
      superuser: { username: 'owner', password: 'secret' },
      replication: { username: 'replicator', password: 'secret' },
    },
    parameters: settings,
  },
})

// Nothing here outlives the machine, and nothing stays in its memory of a server that is killed.
const settings = { fsync: 'off', unix_socket_directories: '', max_connections: 100, dynamic_shared_memory_type: 'mmap' }
