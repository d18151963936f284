import type { Outcome } from './outcome.ts'
import type { Element } from './xml/index.ts'

/** A suite that is being read: how many tests were there before it, how its teardown ended, and what it says of itself. */
export type Suite = { element: Element; first: number; teardown: string; message: string }

/**
 * What the teardown of a suite does to the tests in it: they stand in the file as they ended before, and all but the skipped
 * ones fail with it, or are skipped with it. What was read of them is changed.
 */
export const failByTeardown = ({ first, teardown, message }: Omit<Suite, 'element'>, tests: Outcome[]): void => {
  if (teardown !== 'FAIL' && teardown !== 'SKIP') return
  const [, why = message] = /(?:^|\n)(?:Also )?suite teardown failed:\n([^]*)$/i.exec(message) ?? []
  const told = {
    message: `the teardown of the suite ${teardown === 'FAIL' ? 'failed' : 'skipped it'}: ${why}`,
    text: '',
  }
  for (const test of tests.slice(first)) {
    if (test.result === 'skipped') continue
    test.result = teardown === 'FAIL' ? 'failed' : 'skipped'
    if (test.messages.length < mostMessages) test.messages = [...test.messages, told]
  }
}

// Each suite round a test could have a teardown that fails.
const mostMessages = 10
