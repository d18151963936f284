import { jsonFaultOf } from '../../system/json/fault.ts'
import { UsageError } from '../../errors.ts'
import { exampleSettings, type PlainSetting, plainSettings } from '../setting-values.ts'
import { isObject } from '../../system/json/is-object.ts'

/** The settings in a profile: a service, its key, and preferences for it. */
export type Profile = Readonly<Partial<Record<ProfileField, string>>>
export type ProfileField = PlainSetting | 'apiKey'

/** The content of the configuration file: profiles by name, and the name of the one to use by default. */
export type Configuration = { readonly current?: string; readonly profiles: Readonly<Record<string, Profile>> }

const profileFields: readonly ProfileField[] = ['apiKey', ...plainSettings]

/** The largest configuration file, in bytes: hundreds of profiles with the longest keys. */
export const largestConfiguration = 1024 * 1024

export const emptyConfiguration: Configuration = { profiles: {} }

/**
 * Parses the text of a configuration file; keeps fields that it does not know. Throws a UsageError for anything else, which names the file
 * and never repeats its text: that may hold a key.
 */
export const parseConfiguration = (text: string, file: string): Configuration => {
  const document = parseObject(text, file)
  const { current, profiles = {} } = document
  if (current !== undefined && typeof current !== 'string') throw broken(file, 'its "current" is not a name')
  if (!isObject(profiles)) throw broken(file, 'its "profiles" is not an object')
  const read = Object.entries(profiles).map(([name, profile]): [string, Profile] => {
    if (!isObject(profile)) throw broken(file, `its profile ${JSON.stringify(name)} is not an object`)
    return [name, { ...profile, ...readFields(profile, `${file}, profile ${name}`) }]
  })
  return { ...document, profiles: Object.fromEntries(read) }
}

/** Parses the text of a JSON file that must hold an object. Throws a UsageError for anything else. */
export const parseObject = (text: string, file: string): Record<string, unknown> => {
  const json = text.replace(/^\uFEFF/, '')
  let document: unknown
  try {
    document = JSON.parse(json)
  } catch {
    // Only the position: the description of the fault may repeat a piece of a key.
    const fault = jsonFaultOf(json)
    throw broken(file, `it is not valid JSON${fault ? ` (line ${fault.line}, column ${fault.column})` : ''}`)
  }
  if (!isObject(document)) throw broken(file, 'it does not hold a JSON object')
  return document
}

/** Returns the known settings of an object as text; accepts numbers, and a list of columns. An empty value counts as not set. */
export const readFields = (object: Record<string, unknown>, where: string): Profile =>
  Object.fromEntries(
    profileFields.flatMap((field) => {
      if (!Object.hasOwn(object, field)) return []
      const text = toText(field, object[field])
      if (text === undefined)
        throw new UsageError(`${where}: "${field}" must be a text`, {
          hint:
            field === 'apiKey'
              ? 'store it with: testctl auth login'
              : `such as "${field}": "${exampleSettings[field]}"`,
        })
      return text === '' ? [] : [[field, text]]
    }),
  )

const toText = (field: ProfileField, value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value)
  if (field === 'columns' && Array.isArray(value) && value.every((part) => typeof part === 'string'))
    return value.join(',')
  return typeof value === 'string' ? value : undefined
}

const broken = (file: string, what: string): UsageError =>
  new UsageError(`cannot use ${file}: ${what}`, { hint: 'correct it, or move it away and start again' })
