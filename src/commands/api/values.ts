import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import { readJsonInput, readText } from '../shared/input/text.ts'
import type { Io } from '../../system/io.ts'
import { suggest } from '../../cli/suggest.ts'
import type { RequestField, Operation } from '../../wire/calls-by-name.ts'
import type { RequestFlags } from './flags.ts'
import { parsePairs } from '../shared/input/pairs.ts'

/** A value for a field, and a label that says where it was given; `looksUp` if an identifier can replace an id in it. */
export type TypedValues = { field: RequestField; label: string; value: unknown; looksUp?: boolean }

/** The flags of a call: those of every request, and those of its fields by their names. */
export type CallFlags = RequestFlags & Readonly<Record<string, unknown>>

/** Parses `--field` pairs. They use the names of the interface, and nothing is looked up: `testId=…`, `customFields[area]=login`. */
export const readPairs = (operation: Operation, { field: pairs = [] }: CallFlags): TypedValues[] => {
  const given: TypedValues[] = []
  for (const pair of pairs) {
    const [[name = '', text = ''] = []] = Object.entries(parsePairs([pair]))
    const [, whole = name, key] = /^([^[\]]+)\[(.+)\]$/.exec(name) ?? []
    const field = fieldIn(operation, whole, '--field')
    const before = given.find((one) => one.field === field)
    const value = key === undefined ? convert(field, text) : { [key]: text }
    if (before && key !== undefined) before.value = { ...Object(before.value), ...(value as object) }
    else if (before && field.kind === 'list') before.value = [...(before.value as string[]), ...(value as string[])]
    else given.push({ field, label: `--field ${whole}`, value })
  }
  return given
}

/** Reads the fields that have flags of their own. Throws a UsageError if more than one value is to come from stdin. */
export const readValues = async ({ io }: Context, { fields }: Operation, flags: CallFlags): Promise<TypedValues[]> => {
  const typed = fields.filter(({ name }) => (flags[name] ?? flags[`${name}File`]) !== undefined)
  const texts = typed.filter(isText).flatMap(({ name }) => [flags[name], flags[`${name}File`]])
  if ([...texts, flags.document, flags.documentFile].filter((one) => one === '-').length > 1)
    throw new UsageError('stdin can be read only once', { hint: 'give one of them as a file: --input-file FILE' })
  const given: TypedValues[] = []
  for (const field of typed)
    given.push({
      field,
      label: field.flag,
      value: await readFlag(io, field, { typed: flags[field.name], file: flags[`${field.name}File`] }),
      looksUp: field.nouns.length > 0,
    })
  return given
}

const isText = ({ kind }: RequestField): boolean => kind === 'prose' || kind === 'json'

const readFlag = async (
  io: Io,
  field: RequestField,
  { typed, file }: { typed: unknown; file: unknown },
): Promise<unknown> => {
  if (!isText(field)) return typeof typed === 'string' ? convert(field, typed) : typed
  const given = { flag: field.flag, typed: typed as string | undefined, file: file as string | undefined }
  return field.kind === 'json' ? readJsonInput(io, given) : readText(io, given)
}

/** Reads the fields in the JSON object of `--input` or `--input-file`. */
export const readInput = async (
  { io }: Context,
  operation: Operation,
  { document, documentFile }: CallFlags,
): Promise<TypedValues[]> => {
  const fields = await readJsonInput(io, { flag: '--input', typed: document, file: documentFile })
  if (fields === undefined) return []
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new UsageError('--input takes a JSON object of fields', { hint: `testctl api ${operation.name} --help` })
  return Object.entries(fields).map(([name, value]) => ({
    field: fieldIn(operation, name, '--input'),
    label: `${name} in --input`,
    value: value as unknown,
  }))
}

const fieldIn = ({ name, fields, method, path }: Operation, typed: string, where: string): RequestField => {
  const found = fields.find((field) => field.name === typed)
  if (found) return found
  const names = fields.map((field) => field.name)
  const nearest = suggest(typed, names)
  throw new UsageError(`${name} has no field ${JSON.stringify(typed)} (${where})`, {
    hint: nearest
      ? `did you mean ${nearest}? fields: ${names.join(', ')}`
      : `fields: ${names.join(', ')}; testctl api ${method} ${path} sends any other`,
  })
}

/** Converts text to the type of its field. Returns text that does not fit unchanged, for the later check to refuse. */
const convert = ({ kind }: RequestField, text: string): unknown => {
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (kind === 'list')
    return text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
  if (kind === 'json') return parse(text)
  return text
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
