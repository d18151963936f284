import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { parseConfiguration } from '../../src/config/profiles/file-format.ts'
import { checkSetting, plainSettings } from '../../src/config/setting-values.ts'

const hintFor = (field: string): string => {
  try {
    parseConfiguration(JSON.stringify({ profiles: { work: { [field]: true } } }), 'config.json')
  } catch (error) {
    if (error instanceof UsageError) return error.hint ?? ''
  }
  throw new Error(`${field} is not refused`)
}

describe('a field of a profile that is no text', () => {
  test.each(plainSettings)('is refused with an example that can be used: %s', (field) => {
    const { [field]: value } = JSON.parse(`{${hintFor(field).replace(/^such as /, '')}}`) as Record<string, string>
    expect(() => checkSetting(field, { value: value!, origin: 'it' }, '/')).not.toThrow()
  })

  test('is refused with the command that stores it, where it is the key', () => {
    expect(hintFor('apiKey')).toBe('store it with: testctl auth login')
  })
})
