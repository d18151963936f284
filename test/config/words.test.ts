import { expect, test } from 'vitest'
import { expectedAfter } from '../../src/completions/expected-values.ts'
import { defaultSettings, settingWords } from '../../src/config/setting-values.ts'
import { root } from '../completions/tree.ts'

const flag = (name: string) => root.options.find(({ long }) => long === name)!

test('a flag takes, and Tab offers, the words of the setting', () => {
  expect(flag('--color').argChoices).toEqual(settingWords.color)
  expect(expectedAfter(['config', 'set'], 'value')).toMatchObject({
    color: { words: settingWords.color },
    plain: { words: settingWords.plain },
  })
})

test('the help of --timeout names its default', () => {
  expect(flag('--timeout').description).toContain(`(default ${defaultSettings.timeout})`)
})
