import type { Noun } from '../../contract/vocabulary.ts'
import type { RequestField, Operation } from '../../wire/calls-by-name.ts'

/** Returns an example line for an operation: its required fields and, for an update, one field to change. Tests run it. */
export const callExample = ({ name, verb, fields }: Operation): string => {
  const change =
    verb === 'update' ? (fields.find((field) => field.name === 'result') ?? fields.find(isPlain)) : undefined
  const shown = fields.filter((field) => field.required || field === change)
  return ['testctl api', name, ...shown.map((field) => `${field.flag} ${sampleOf(field)}`)].join(' ')
}

const isPlain = ({ required, nouns }: RequestField): boolean => !required && nouns.length === 0

const sampleOf = ({ name, kind, words, nouns }: RequestField): string => {
  const [noun] = nouns
  if (noun) return identifierOf(noun)
  return words?.[2] ?? samples[name] ?? (kind === 'number' ? '10' : 'text')
}

const identifierOf = (noun: Noun): string => {
  if (noun === 'projects') return 'WEB'
  if (noun === 'comments') return '7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11'
  return { cases: 'WEB-C13', runs: 'WEB-R7', tests: 'WEB-T12', milestones: 'WEB-M1' }[noun]
}

const samples: Readonly<Record<string, string>> = {
  name: "'Web shop'",
  identifier: 'SHOP',
  icon: 'globe',
  color: "'#3366ff'",
  preconditions: "'There is an account'",
  steps: `'[{"action":"Open the page","expectation":"The form is shown"}]'`,
  content: "'Fails since the last deploy'",
}
