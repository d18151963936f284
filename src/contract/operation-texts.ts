import { descriptions } from './schema/descriptions.ts'
import { type Noun, type NumberedNoun, pageSize, resources } from './vocabulary.ts'

// Texts about operations, for documents and help.

/** Returns a short summary of an operation: `List the tests of a test run`. */
export const summarizeOperation = (noun: Noun, verb: string): string => {
  const { label } = resources[noun]
  if (verb === 'get') return `Get a ${label} by its identifier`
  if (verb !== 'list') return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} a ${label}`
  return noun === 'projects' ? 'List projects' : `List the ${label}s of a ${noun === 'tests' ? 'test run' : 'project'}`
}

/** Describes an operation in sentences, apart from its fields. Throws an Error for an unknown verb. */
export const describeOperation = (noun: Noun, verb: string): string => {
  const { label, letter } = resources[noun as NumberedNoun]
  switch (verb) {
    case 'list':
      return `Gives one page, of ${pageSize.default} rows unless \`limit\` says otherwise and ${pageSize.maximum} at most. A page of large rows ends earlier: the next one begins at \`offset\` plus \`pagination.limit\`.`
    case 'create':
      return `Creates a ${label} and gives it as it is kept. With an \`Idempotency-Key\` it can be sent again.`
    case 'update':
      return `Replaces the fields of a ${label} that are named, each as a whole, and leaves the others as they are.`
    case 'delete':
      return `Deletes a ${label} and everything that belongs to it. It cannot be undone.`
    case 'get':
      return `Gives the ${label} with an identifier such as WEB-${letter}12.`
    default:
      throw new Error(`what ${noun} ${verb} does is not described`)
  }
}

/** Describes the resource of a noun. */
export const aboutNoun = (noun: Noun): string => descriptions[models[noun]]?.description ?? ''

const models: Readonly<Record<Noun, string>> = {
  projects: 'Project',
  cases: 'Case',
  runs: 'TestRun',
  tests: 'Test',
  milestones: 'Milestone',
  comments: 'Comment',
}
