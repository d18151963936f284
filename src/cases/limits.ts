import type { CaseContent } from './case-content.ts'

// The limits of the embedded service (contract/endpoints/fields.ts); another service may have other limits. DECISIONS 8
const longestName = 500
const longestProse = 100_000
const mostSteps = 1000
const mostFields = 1000
const longestKey = 200

/** Describes each limit of the embedded service that a case exceeds; empty if the service accepts the case. */
export const limitsExceeded = ({ name, preconditions, steps, customFields }: CaseContent): string[] => {
  const prose = steps.reduce(
    (most, { action, expectation }) => Math.max(most, action.length, expectation.length),
    preconditions.length,
  )
  const fields = Object.keys(customFields)
  return [
    over('a name', name.length, longestName, 'characters'),
    over('a text', prose, longestProse, 'characters'),
    over('a case', steps.length, mostSteps, 'steps'),
    over('a case', fields.length, mostFields, 'custom fields'),
    over(
      'the name of a custom field',
      fields.reduce((most, { length }) => Math.max(most, length), 0),
      longestKey,
      'characters',
    ),
    fields.includes('') ? 'a custom field has no name' : undefined,
    // The same message as the service has (wire/codec/issues.ts).
    fields.includes('__proto__') ? 'customFields.__proto__ is a name that no field can have' : undefined,
  ].filter((one) => one !== undefined)
}

const over = (what: string, size: number, most: number, unit: string): string | undefined =>
  size > most ? `${what} has ${size} ${unit}, and ${most} are the most` : undefined
