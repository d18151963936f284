import { onTestFinished } from 'vitest'

/** Lets the errors of a test be made without stacks: those of many thousands take longer than all else that it does. */
export const withoutStacks = (): void => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit
  })
}
