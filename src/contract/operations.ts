import { type Field, fieldsOf } from './flags.ts'
import { endpoints } from './index.ts'
import { type Noun, resources } from './vocabulary.ts'

export type { Field } from './flags.ts'

/**
 * One of the 26 endpoints as something to be called by name: `tests.update` is `POST /v1/tests/:testId`. Plain data, for
 * whatever has to know the flags of `testctl api tests.update`.
 */
export type Operation = {
  name: string
  noun: Noun
  verb: string
  method: string
  path: string
  summary: string
  fields: readonly Field[]
}

/** All operations, in the order of the contract. */
export const operations = (): Operation[] =>
  endpoints().map(([noun, verb, row]) => {
    const [method = '', path = ''] = row.route.split(' ')
    const summary = summarize(noun, verb)
    return { name: `${noun}.${verb}`, noun, verb, method, path, summary, fields: fieldsOf(noun, row) }
  })

const summarize = (noun: Noun, verb: string): string => {
  const { said } = resources[noun]
  if (verb === 'get') return `Get a ${said} by its identifier`
  if (verb !== 'list') return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} a ${said}`
  return noun === 'projects' ? 'List projects' : `List the ${said}s of a ${noun === 'tests' ? 'test run' : 'project'}`
}
