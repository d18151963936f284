import type { Step } from '../../../contract/models.ts'

/** The columns of a CSV of TestRail that have the steps of a case, joined without numbers. */
export type JoinedSteps = { together: string; actions: string; expectations: string }

/**
 * Splits the steps of a case that a CSV of TestRail has joined: the actions in one column, the expectations in another, both in a
 * third, which alone tells the pairs. Undefined if there is not exactly one way to split them.
 */
export const stepsOfJoined = ({ together, actions, expectations }: JoinedSteps): Step[] | undefined => {
  const segments = linesIn(together).join('\n').split(marker)
  if (segments.length < 2) return undefined
  const ways = { steps: undefined as Step[] | undefined, count: 0, left: mostTries }
  const wanted = { actions: squeeze(actions), expectations: squeeze(expectations) }
  // Each segment between two markers is the expectation of a step, followed by the action of the next one.
  const walk = (at: number, action: string, steps: Step[], read: { actions: string; expectations: string }): void => {
    if (ways.count > 1 || --ways.left < 0) return
    const done = read.actions + squeeze(action)
    if (!wanted.actions.startsWith(done)) return
    const lines = (segments[at] ?? '').split('\n')
    const isLast = at === segments.length - 1
    for (let cut = isLast ? lines.length : 0; cut <= lines.length; cut++) {
      const expectation = lines.slice(0, cut).join('\n')
      const expected = read.expectations + squeeze(expectation)
      if (!wanted.expectations.startsWith(expected)) break
      const next = [...steps, { action: action.trim(), expectation: expectation.trim() }]
      if (!isLast) {
        // A step has an action; blank lines before it belong to neither.
        if (cut < lines.length && lines[cut]!.trim())
          walk(at + 1, lines.slice(cut).join('\n'), next, { actions: done, expectations: expected })
      } else if (done === wanted.actions && expected === wanted.expectations) {
        ways.count++
        ways.steps = next
      }
    }
  }
  walk(1, segments[0]!, [], { actions: '', expectations: '' })
  return ways.count === 1 && ways.left >= 0 ? ways.steps : undefined
}

const marker = /(?:^|\n)Expected Result:[^\S\n]*(?:\n|$)/

const mostTries = 2000

const linesIn = (text: string): string[] => text.split(/\r\n?|\n/)

const squeeze = (text: string): string => text.replace(/\s+/g, '')
