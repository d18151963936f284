import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that some tests need and a machine may lack, each with Debian's package of it. */
export const packages: Readonly<Record<string, string>> = {
  bash: 'bash',
  chromium: 'chromium-headless-shell',
  etcd: 'etcd-server',
  fish: 'fish',
  go: 'golang-go',
  haproxy: 'haproxy',
  jq: 'jq',
  mandoc: 'mandoc',
  openssl: 'openssl',
  patroni: 'patroni',
  pg_ctlcluster: 'postgresql',
  pgbouncer: 'pgbouncer',
  pytest: 'python3-pytest',
  script: 'bsdutils',
  stty: 'coreutils',
  tmux: 'tmux',
  unshare: 'util-linux',
  zsh: 'zsh',
}

/** The preferred replacements of programs: a headless browser takes a third of the processor's time. */
const preferred: Readonly<Record<string, string>> = { chromium: 'chromium-headless-shell' }

/** Returns the path of a program's preferred replacement, or of the program itself. */
export const pathOf = (program: string): string | undefined =>
  [preferred[program], program]
    .flatMap((name) => (name === undefined ? [] : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path))

const folders = (process.env['PATH'] ?? '').split(delimiter)

/** Those of `programs` that this machine lacks. */
export const missing = (programs: readonly string[]): string[] =>
  programs.filter((program) => pathOf(program) === undefined)

/**
 * Whether tests that need these programs are skipped here. Never under CI: the suite does not even start there if one is missing
 * (programs.setup.ts).
 */
export const lacks = (...programs: string[]): boolean => !process.env['CI'] && missing(programs).length > 0
