import type { Step } from '../../../contract/models.ts'

/** Writes steps as a numbered list, each with its expectation in a line of its own. */
export const writeSteps = (steps: readonly Step[]): string => {
  const bodies = steps.map(bodyOf)
  // A Markdown list has empty lines between all of its items or between none.
  const isLoose = bodies.some((body) => body.includes('\n\n'))
  return bodies.map((body, at) => itemOf(`${at + 1}.`, body)).join(isLoose ? '\n\n' : '\n')
}

const bodyOf = ({ action, expectation }: Step): string => {
  if (expectation === '') return action
  const between = action === '' ? '' : action.includes('\n\n') ? '\n\n' : '\n'
  return `${action}${between}**Expected:** ${expectation}`
}

const itemOf = (marker: string, body: string): string => {
  if (body === '') return marker
  const indent = ' '.repeat(marker.length + 1)
  return `${marker} ${body.replace(/\n(?!\n|$)/g, `\n${indent}`)}`
}
