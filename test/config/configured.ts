import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Configuration } from '../../src/config/profiles/file-format.ts'
import { findService, type Service } from '../../src/config/service.ts'
import { createSettings, type SettingName, type Settings } from '../../src/config/index.ts'
import type { Flags } from '../../src/cli/flags.ts'
import type { Io } from '../../src/system/io.ts'

/** The differences from an empty home: variables, flags and the current folder. */
export type Given = { env?: Io['env']; flags?: Flags; cwd?: string }

export type Configured = {
  home: string
  settingsOf: (given?: Given) => Settings
  serviceOf: (given?: Given) => Promise<Service>
  valueOf: (name: SettingName, given?: Given) => Promise<string | undefined>
  /** Writes the configuration file. */
  store: (configuration: Configuration | string) => void
  remove: () => void
}

/** Creates an empty home, and functions that read the settings of its user. */
export const createConfigured = (): Configured => {
  const home = fs.mkdtempSync(join(tmpdir(), 'testctl-settings-'))
  const file = join(home, '.config', 'testctl', 'config.json')
  const settingsOf = ({ env = {}, flags = {}, cwd = home }: Given = {}): Settings => {
    const io: Io = {
      argv: [],
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      env: { HOME: home, ...env },
      cwd,
      platform: 'linux',
      root: home,
      node: process.execPath,
      user: () => 'ana',
      now: () => new Date(),
      pid: 1,
      uid: process.getuid?.(),
      isRunning: () => false,
      stop: new AbortController().signal,
    }
    return createSettings({ io, flags: () => flags })
  }
  return {
    home,
    settingsOf,
    serviceOf: async (given = {}) => findService({ settings: settingsOf(given), io: { env: given.env ?? {} } }),
    valueOf: async (name, given) => (await settingsOf(given).find(name))?.value,
    store: (configuration) => {
      fs.mkdirSync(join(file, '..'), { recursive: true })
      fs.writeFileSync(file, typeof configuration === 'string' ? configuration : JSON.stringify(configuration))
    },
    remove: () => fs.rmSync(home, { recursive: true, force: true }),
  }
}

export const profiles = {
  default: { url: 'https://a.example.com/base', apiKey: 'canary-a', project: 'AAA', timeout: '5s', columns: 'name' },
  work: { url: 'https://b.example.com', apiKey: 'canary-b', project: 'BBB' },
  keyless: { url: 'https://c.example.com' },
}
