import { onTestFinished } from 'vitest'

/** Turns off stack traces until the test is over: those of many thousands of errors take longer than the rest of the test. */
export const withoutStacks = (): void => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit
  })
}
