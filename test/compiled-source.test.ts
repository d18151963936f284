import { expect, test } from 'vitest'
import { UsageError } from '../src/errors.ts'
import { parseAddress } from '../src/wire/network/address.ts'

test.skipIf(process.env['VITEST_MODE'] === 'WATCH')(
  'what a test runs of the source is what the bundler made of it',
  () => {
    const { stack } = thrownBy(() => parseAddress('nonsense'))
    expect(stack).toMatch(/at parseAddress \(file:.*\/source\/src\/wire\/network\/address\.js:/)
  },
)

const thrownBy = (work: () => unknown): UsageError => {
  try {
    work()
  } catch (error) {
    if (error instanceof UsageError) return error
  }
  throw new Error('nothing was refused')
}
