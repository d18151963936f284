import { UsageError } from '../errors.ts'
import { parseServiceAddress } from './address.ts'
import { parseDuration } from './duration.ts'

/** A value with where it came from: `TESTCTL_URL`, `--project`, a file, `profile default`. */
export type Setting = { value: string; origin: string }

/** The settings that may be shown and that `config set` changes: all but the key and the choice of the profile. */
export const plainSettings = ['url', 'project', 'timeout', 'columns', 'limit', 'color', 'plain', 'web_url'] as const
export type PlainSetting = (typeof plainSettings)[number]

/** Checks and normalises the value of a setting. Throws a UsageError that names the origin of a wrong value. */
export const checkSetting = (name: PlainSetting, { value, origin }: Setting, cwd: string): Setting => ({
  value: checks[name](value.trim(), { origin, cwd }),
  origin,
})

type Check = (value: string, from: { origin: string; cwd: string }) => string

/** An example value of each setting, as a user types it. */
export const exampleSettings: Readonly<Record<PlainSetting, string>> = {
  url: 'https://tests.example.com',
  project: 'WEB',
  timeout: '2m',
  columns: 'name,result',
  limit: '20',
  color: 'never',
  plain: 'always',
  web_url: 'https://tests.example.com/{identifier}',
}

/** The defaults; other settings have none. */
export const defaultSettings = { timeout: '60s', color: 'auto', plain: 'auto' } satisfies Partial<
  Record<PlainSetting, string>
>

/** The settings that are one of a few words. */
export const settingWords = { color: ['auto', 'always', 'never'], plain: ['auto', 'always'] } as const

const matching =
  (pattern: RegExp, form: string, example: string): Check =>
  (value, { origin }) => {
    if (pattern.test(value)) return value
    throw new UsageError(`${origin}: ${JSON.stringify(value)} is not ${form}`, { hint: `such as ${example}` })
  }

const duration: Check = (value, { origin }) => {
  parseDuration(value, origin)
  return value
}

const oneOf = (words: readonly string[]): Check =>
  matching(new RegExp(`^(${words.join('|')})$`), `one of ${words.join(', ')}`, words[0] ?? '')

const autoOrAlways = oneOf(settingWords.plain)

const checks: Record<PlainSetting, Check> = {
  url: parseServiceAddress,
  project: matching(/^[A-Za-z0-9_-]{1,128}$/, 'the identifier or the id of a project', exampleSettings.project),
  timeout: duration,
  columns: matching(/^[A-Za-z0-9_.]+( *, *[A-Za-z0-9_.]+)*$/, 'a list of columns', exampleSettings.columns),
  limit: matching(/^[1-9][0-9]{0,8}$/, 'a number of rows', exampleSettings.limit),
  color: oneOf(settingWords.color),
  plain: (value, from) =>
    // ACCESSIBLE belongs to other programs too, to which anything but 0 means yes.
    from.origin === 'ACCESSIBLE' ? (value === '0' ? 'auto' : 'always') : autoOrAlways(value, from),
  // It is handed to a browser.
  web_url: matching(/^https?:\/\/[^\s"'<>]*\{identifier\}[^\s"'<>]*$/i, 'an address of pages', exampleSettings.web_url),
}
