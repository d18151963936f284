import { jsonFaultOf } from '../../system/json/fault.ts'
import { UsageError } from '../../errors.ts'
import { exampleSettings, type PlainSetting, plainSettings } from '../setting-values.ts'
import { isObject } from '../../system/json/is-object.ts'

/** What a profile remembers: a service, its key, and what is preferred with it. */
export type Profile = Readonly<Partial<Record<ProfileField, string>>>
export type ProfileField = PlainSetting | 'apiKey'

/** What the configuration file holds: profiles by name, and which of them is used when none is named. */
export type Configuration = { readonly current?: string; readonly profiles: Readonly<Record<string, Profile>> }

const profileFields: readonly ProfileField[] = ['apiKey', ...plainSettings]

/** How large its file may be, in bytes: hundreds of profiles with the longest keys. */
export const largestConfiguration = 1024 * 1024

export const emptyConfiguration: Configuration = { profiles: {} }

/**
 * Reads the text of a configuration file; fields that it does not know are kept.
 * Anything but a configuration is a UsageError, which names the file and never repeats it: it may hold a key.
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

/** Reads the text of a JSON file that must hold an object. */
export const parseObject = (text: string, file: string): Record<string, unknown> => {
  const json = text.replace(/^\uFEFF/, '')
  let document: unknown
  try {
    document = JSON.parse(json)
  } catch {
    // The place alone: the text of the fault may be a piece of a key.
    const fault = jsonFaultOf(json)
    throw broken(file, `it is not valid JSON${fault ? ` (line ${fault.line}, column ${fault.column})` : ''}`)
  }
  if (!isObject(document)) throw broken(file, 'it does not hold a JSON object')
  return document
}

/** The settings of an object as text; numbers are understood too, and a list of columns. What is empty counts as not there. */
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
