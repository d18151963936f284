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

/** Returns the folder of Debian's newest PostgreSQL: Patroni needs programs that the npm package lacks. */
const postgresFolder = (): string => {
  const [newest] = readdirSync('/usr/lib/postgresql').toSorted((one, other) => Number(other) - Number(one))
  return `/usr/lib/postgresql/${newest}/bin`
}

/** How long the two servers may take to settle, in ms. This only ends tests that hang. */
const patience = 120_000

type Member = { name: string; role: string; state: string }

/**
 * Starts an etcd and two PostgreSQL servers that Patroni manages; `remove` ends them. `isSync`: a commit waits until the standby has it.
 * The standby receives its data through a cable.
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
        // The other member may answer.
      }
    return []
  }
  /** Whether the other server follows the leader. The leader itself is asked, because Patroni 3 calls a separated server `running`. */
  const isFollowed = async (leader: Member, all: readonly Member[]): Promise<boolean> => {
    if (isSync) return all.some(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state))
    const { port } = members.find(({ name }) => name === leader.name)!
    const address = `postgres://owner:secret@127.0.0.1:${port}`
    const streaming = `select from pg_stat_replication where application_name <> 'pg_basebackup' and state = 'streaming'`
    return (await ask(address, streaming).catch(() => 0)) > 0
  }
  /** Waits until one server leads and the other follows it. Returns the name of the leader. */
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
    /** Cuts the standby off from all data, until a member is killed. */
    separate: () => {
      isApart = true
      for (const { cable } of members) cable.cut()
    },
    /** Kills the database of a member, as a power cut would. Patroni does the failover. */
    kill: (name: string) => {
      killPostgres(members.find((member) => member.name === name)!.data)
      isApart = false
    },
    log: () => log.join(''),
    remove: async () => {
      // Kills everything: a server that shuts down in order waits for its standby, and keeps the output of Patroni open.
      for (const child of running) child.kill('SIGKILL')
      const ended = Promise.all(running.map(async (child) => void (await child))).then(() => true)
      for (let tries = 0; tries < 100 && !(await Promise.race([ended, sleep(100, false)])); tries++)
        for (const { data } of members)
          try {
            killPostgres(data)
          } catch {
            // It is not running, or not yet.
          }
      await Promise.all(members.map(({ cable }) => cable.remove()))
      await etcd.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the user who runs the databases when root runs the tests, because PostgreSQL refuses to run as root. */
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
  /** The port it listens on. The other member connects to `reached`, the port of the cable. */
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
      // In bytes. Large, so that a standby that was cut off for a moment takes over, and the data that it lacks is lost.
      maximum_lag_on_failover: 2 ** 30,
      // A primary that was killed gives up its role at once.
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
    // A killed server that cannot be rewound is copied anew; otherwise Patroni retries forever.
    remove_data_directory_on_rewind_failure: true,
    remove_data_directory_on_diverged_timelines: true,
    authentication: {
      superuser: { username: 'owner', password: 'secret' },
      replication: { username: 'replicator', password: 'secret' },
    },
    parameters: settings,
  },
})

// The data need not survive a crash of the machine (fsync), and a killed server leaves no shared memory behind (mmap).
const settings = { fsync: 'off', unix_socket_directories: '', max_connections: 100, dynamic_shared_memory_type: 'mmap' }
