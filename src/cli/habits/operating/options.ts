import { hostWithPort } from '../../host.ts'
import type { OptionHabit } from '../option-habit.ts'

const serve = /^testctl serve$/
const onStore = / (serve|keys [a-z]+)$/
const inStore = / store [a-z]+$/
const database = ['--db', '--database', '--datastore', '--data', '--data-dir', '--db-path']
const store = [...database, '--file', '-f']
const address = ['--bind', '--address', '--addr', '--listen', '--interface', '--ip', '-b']
const rights = ['--scope', '--scopes', '--permission', '--permissions', '--access', '--rights']

/** Options of other tools for serving a store and for its keys: `--bind 0.0.0.0`, `--ttl 720h`. */
export const operatingOptions: readonly OptionHabit[] = [
  { typed: store, takes: true, on: onStore, value: /^(file:|postgres(ql)?:\/\/)/, here: ['--store {value}'] },
  { typed: store, takes: true, on: onStore, value: /^[^:]+\.(db|sqlite3?)$/, here: ['--store file:{value}'] },
  // `--file` of a backup is the backup.
  { typed: database, takes: true, on: inStore, value: /^(file:|postgres(ql)?:\/\/)/, here: ['--store {value}'] },
  { typed: database, takes: true, on: inStore, value: /^[^:]+\.(db|sqlite3?)$/, here: ['--store file:{value}'] },
  {
    typed: ['-o', '--output', '--out', '--to', '--target', '--file'],
    takes: true,
    on: / store backup$/,
    here: ['{value}'],
  },
  { typed: ['-i', '--input', '--from', '--backup', '--file'], takes: true, on: / store restore$/, here: ['{value}'] },
  {
    typed: store,
    takes: true,
    on: serve,
    here: ['a store is a file or in PostgreSQL: testctl serve --store file:./team.db'],
  },
  { typed: address, takes: true, on: serve, value: /^[0-9]{1,5}$/, here: ['--port {value}'] },
  {
    typed: address,
    takes: true,
    on: serve,
    value: /^([\w.-]+|\[?(?!.*:::)[\da-f]*:[\da-f]*:[\da-f:.]*\]?)$/i,
    here: ['--host {value}'],
  },
  // Without a host it means all addresses, as in Go and nginx.
  { typed: address, takes: true, on: serve, value: /^:\d{1,5}$/, here: ['--host 0.0.0.0 --port {port}'] },
  { typed: address, takes: true, on: serve, value: hostWithPort, here: ['--host {host} --port {port}'] },
  {
    typed: address,
    takes: true,
    on: serve,
    here: ['the host and the port are two flags: testctl serve --host 0.0.0.0 --port 8787'],
  },
  {
    typed: ['--tls', '--ssl', '--https', '--cert', '--key', '--tls-cert', '--tls-key', '--ssl-cert', '--ssl-key'],
    on: serve,
    here: ['a proxy in front of it does TLS: testctl serve --trust-proxy'],
  },
  {
    typed: ['-d', '--detach', '--daemon', '--daemonize', '--background'],
    on: serve,
    here: ['it stays in the foreground, as systemd and containers want it: {line}'],
  },
  { typed: ['--debug', '--trace'], on: serve, here: ['--log-level debug'] },
  {
    typed: ['--config', '-c'],
    takes: true,
    on: serve,
    here: ['no file has its settings, only flags: testctl serve --help'],
  },
  {
    typed: ['--read-only', '--readonly'],
    on: serve,
    here: ['the role of a key says what it may do: testctl keys create --name dashboard --role reader'],
  },
  {
    typed: ['--ttl', '--expiry', '--expire', '--expiration', '--expires-in', '--valid-for', '--lifetime', '--duration'],
    takes: true,
    on: / keys create$/,
    here: ['--expires {value}'],
  },
  { typed: rights, takes: true, on: / keys create$/, value: /^read(er|-only|only)?$/i, here: ['--role reader'] },
  { typed: rights, takes: true, on: / keys create$/, value: /^write(r)?$/i, here: ['--role writer'] },
  { typed: rights, takes: true, on: / keys create$/, value: /^(admin|owner)$/i, here: ['--role owner'] },
  { typed: ['--read-only', '--readonly'], on: / keys create$/, here: ['--role reader'] },
  { typed: ['--admin', '--owner'], on: / keys create$/, here: ['--role owner'] },
  { typed: ['--user', '--username', '--label'], takes: true, on: / keys create$/, here: ['--name {value}'] },
]
