import { expect, test } from 'vitest'
import { fitPage } from '../../src/cli/page-width.ts'

test('a paragraph is set anew at every width, also where one of its lines ends with a colon', () => {
  const written = 'The first line of a paragraph ends here:\nand goes on in the second, as it was typed.'
  expect(fitPage(written, 80)).toBe(
    'The first line of a paragraph ends here: and goes on in the second, as it was\ntyped.',
  )
  expect(fitPage(written, 40)).toBe(
    'The first line of a paragraph ends here:\nand goes on in the second, as it was\ntyped.',
  )
})

test('a heading, and the lines below it, stay lines of their own', () => {
  const written = 'Flags:\n  --all   everything\n  --none  nothing\n\nThe end.'
  expect(fitPage(written, 80)).toBe(written)
})

test('a long example goes on in the next line, and a flag stays with its value', () => {
  const example = "  testctl cases create -p WEB --name 'Login works' --step 'Submit => The dashboard opens'"
  expect(fitPage(example, 80)).toBe(
    "  testctl cases create -p WEB --name 'Login works' \\\n      --step 'Submit => The dashboard opens'",
  )
})
