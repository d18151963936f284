import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../../src/errors.ts'
import { checkFields } from '../../../src/output/formats/field-names.ts'
import { parseTemplate } from '../../../src/output/formats/template.ts'
import { aCase, aRun, aTest, see } from '../sights.ts'
import { examples } from '../../helpers/soak.ts'
import { character } from '../../helpers/character.ts'

const fill = async (template: string, row: Parameters<typeof aTest>[1], terminal?: number) =>
  see({ format: 'template', template, ...(terminal && { terminal }) }, (printer) => printer.list('cases', [row!]))

describe('a row is a line', () => {
  test.each([
    ['{identifier} {name}', 'WEB-C4 Case 4'],
    ['{ identifier }', 'WEB-C4'],
    ['{name}\\t{name}\\n\\\\', 'Case 4\tCase 4\n\\'],
    ['{{"n":"{name}"}}', '{"n":"Case 4"}'],
    ['{{{name}}}', '{Case 4}'],
    ['{customFields.area}/{customFields.priority}', 'login/1'],
    ['{customFields}', '{"area":"login","priority":1}'],
    ['{steps.0.action}', 'Open the page'],
    ['{updatedAt}', '2026-03-15T09:00:00.000Z'],
    ['{comments}{project.name}{customFields.none}', ''],
    ['', ''],
    ['日本 {name} 👩‍💻', '日本 Case 4 👩‍💻'],
  ])('%s', async (template, line) => expect((await fill(template, aCase(4))).out).toBe(`${line}\n`))

  test('for every row of a list, and none for an empty one', async () => {
    const print = (rows: ReturnType<typeof aTest>[]) =>
      see({ format: 'template', template: '{identifier}' }, (printer) => printer.list('tests', rows))
    expect((await print([aTest(1), aTest(2)])).out).toBe('WEB-T1\nWEB-T2\n')
    expect(await print([])).toMatchObject({ out: '', err: '', error: undefined })
  })

  test('whatever is printed', async () => {
    const setting = { format: 'template', template: '{name}: {results.passed}' } as const
    const row = aRun(7)
    for (const print of [
      (printer: Parameters<Parameters<typeof see>[1]>[0]) => printer.item('runs', row),
      (printer: Parameters<Parameters<typeof see>[1]>[0]) => printer.changed('runs', row, 'Done'),
      (printer: Parameters<Parameters<typeof see>[1]>[0]) => printer.table(['name'], [row]),
      (printer: Parameters<Parameters<typeof see>[1]>[0]) => printer.answer(row, []),
      (printer: Parameters<Parameters<typeof see>[1]>[0]) => printer.answer([row], []),
    ])
      expect((await see(setting, print)).out).toBe('Run 7: 3\n')
    const value = { format: 'template', template: '{value}' } as const
    expect((await see(value, (printer) => printer.answer('text', []))).out).toBe('text\n')
  })

  test('times are ISO, wherever they stand', async () => {
    const row = aTest(1, { createdAt: 0, case: { updatedAt: 1_700_000_000 } })
    const template = '{createdAt} {case.updatedAt}'
    expect((await see({ format: 'template', template }, (printer) => printer.item('tests', row))).out).toBe(
      '1970-01-01T00:00:00.000Z 2023-11-14T22:13:20.000Z\n',
    )
  })

  test('on a pipe a value cannot end it, and on a terminal it cannot act', async () => {
    const row = { name: 'a\tb\nc\\d \u001b[31m\u202e' }
    expect((await fill('{name}', row)).out).toBe('a\\tb\\nc\\\\d \\u001b[31m\\u202e\n')
    expect((await fill('{name}', row, 80)).out).toBe('a\\tb\\nc\\d \\u001b[31m\\u202e\n')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: character }), async (name) => {
        expect((await fill('{name}', { name })).out).toMatch(/^[^\p{Cc}]*\n$/u)
      }),
    )
  })
})

describe('what is wrong in a template is pointed at', () => {
  test.each([
    ['{name', 'a { that is not closed', 0],
    ['{identifier} {name', 'a { that is not closed', 13],
    ['{a{b}', 'a { that is not closed', 0],
    ['name}', 'a } that closes nothing', 4],
    ['{}', 'a field without a name', 0],
    ['{ }', 'a field without a name', 0],
    ['a \\d', 'a \\ before anything but t, n or \\', 2],
    ['a\\', 'a \\ before anything but t, n or \\', 1],
  ])('%s', (template, what, at) => {
    const told = `--template: ${what}\n${template}\n${' '.repeat(at)}^`
    expect(() => parseTemplate(template)).toThrow(expect.objectContaining({ message: told, exitCode: 2 }) as Error)
  })

  test('also where it holds what acts on a terminal', () => {
    expect(() => parseTemplate('\u001b\n{')).toThrow('\\u001b\\n{\n        ^')
  })

  test('anything is a template or a usage error', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '\\', 'n', ' ', 'é') }), (text) => {
        try {
          parseTemplate(text)
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError)
        }
      }),
      examples(500),
    )
  })
})

describe('a field that is not there', () => {
  test('is told before anything is asked for where it looks like a slip', () => {
    expect(() => checkFields('tests', ['name', 'asignedTo'])).toThrow('there is no field "asignedTo" in tests')
    expect(() => checkFields('runs', ['results.pased'])).toThrow('there is no field "results.pased" in test runs')
    checkFields('tests', ['name', 'case.name', 'steps.0.action', 'addedByTheService'])
    checkFields('runs', ['results', 'results.passed'])
    checkFields('cases', ['customFields.any.thing', 'comments.0.content'])
  })

  test('is told by the first row where the service could have added it, and used where it has', async () => {
    expect((await fill('{novel.field}', aCase(1, { novel: { field: 7 } }))).out).toBe('7\n')
    const { out, error } = await fill('{name} {novel}', aCase(1, { other: 1 }))
    expect({ out, error }).toMatchObject({
      out: '',
      error: { message: 'there is no field "novel" in cases', exitCode: 2, hint: expect.stringMatching(/other$/) },
    })
  })

  test('is told of a relation that the row has, as with --columns', async () => {
    const shown = (template: string, testCase: object | null) =>
      see({ format: 'template', template }, (printer) => printer.list('tests', [{ name: 'a', case: testCase }]))
    expect((await shown('{case.identifier}', { name: 'logs in' })).error).toMatchObject({
      message: 'there is no field "case.identifier" in tests',
    })
    expect((await shown('{case.identifier}', { identifier: 'WEB-C1' })).out).toBe('WEB-C1\n')
    expect((await shown('{name} {case.preconditions}.', { name: 'logs in' })).out).toBe('a .\n')
    expect((await shown('{name} {case.identifier}.', null)).out).toBe('a .\n')
  })

  test('is empty in later rows', async () => {
    const rows = [aCase(1, { novel: 1 }), aCase(2)]
    const print = await see({ format: 'template', template: '{novel}.' }, (printer) => printer.list('cases', rows))
    expect(print.out).toBe('1.\n.\n')
  })

  test('in another answer is told with those that it has', async () => {
    const setting = { format: 'template', template: '{nme}' } as const
    const { error } = await see(setting, (printer) => printer.table(['name'], [{ name: 'url', value: 'x' }]))
    expect(error).toMatchObject({
      message: 'there is no field "nme" in this answer',
      hint: 'did you mean name? fields: name, value',
    })
  })
})
