import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createExpression } from '../../../src/output/jq/index.ts'
import { root } from '../../helpers/world.ts'
import { InterruptedError, OutputClosedError, UsageError } from '../../../src/errors.ts'
import type { Resource } from '../../../src/output/cells/row.ts'
import { createIo, createSink, see } from '../sights.ts'
import { own, ioWith, filterIn, rows, list } from '../filtered.ts'
import { character } from '../../helpers/character.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jq-'))
})
afterEach(() => rm(folder, { recursive: true }))
const filter = filterIn(() => folder)

// With the jq of this machine, and with the bundled one: a user must not notice a difference.

/** Returns a PATH that has node, and no jq. */
const bare = async () => {
  await symlink(process.execPath, join(folder, 'node'))
  return folder
}

describe.each(['of this machine', 'that comes along'])('the jq %s', (which) => {
  let path: string
  beforeEach(async () => {
    path = which === 'of this machine' ? own : await bare()
  })

  test.each([
    ['.[].name', 'Login works\ntwo\nlines\n'],
    ['.[0] | {name, displayId}', '{"name":"Login works","displayId":1}\n'],
    ['length, "", null, "a ", [1, "b"]', '2\n\nnull\na \n[1,"b"]\n'],
    ['first(.[]).identifier', 'WEB-T1\n'],
    ['limit(1; .[]).identifier', 'WEB-T1\n'],
    ['-1', '-1\n'],
    ['--help', undefined],
    ['-length', '-2\n'],
    ['', undefined],
    ['.[0].name # a comment', 'Login works\n'],
    ['empty', ''],
    ['"$(touch pwned) `id` \' ; %PATH%"', "$(touch pwned) `id` ' ; %PATH%\n"],
    ['$ENV, env | keys[] | select(test("TESTCTL"))', ''],
  ])('%s', async (expression, expected) => {
    const env = { TESTCTL_API_KEY: 'canary', TESTCTL_URL: 'x' }
    const { out, error, err } = await filter(expression, { path, env }, list)
    if (expected === undefined) return expect(error === undefined || error instanceof UsageError).toBe(true)
    expect({ out, err, error }).toEqual({ out: expected, err: '', error: undefined })
  })

  test('gets one resource, a mutation, another table or answer, and a document', async () => {
    const setting = { path }
    expect((await filter('.name', setting, (printer) => printer.item('tests', rows[0]!))).out).toBe('Login works\n')
    expect((await filter('.name', setting, (printer) => printer.changed('tests', rows[0]!, ''))).out).toBe(
      'Login works\n',
    )
    expect((await filter('.[].a', setting, (printer) => printer.table(['a'], [{ a: 1 }]))).out).toBe('1\n')
    expect((await filter('.a', setting, (printer) => printer.answer({ a: 1 }, []))).out).toBe('1\n')
    expect((await filter('.a', setting, (printer) => printer.document('{"a":1}\n'))).out).toBe('1\n')
    expect((await filter('length', setting, (printer) => printer.list('tests', []))).out).toBe('0\n')
  })

  test('tells what is wrong with an expression before there is anything to send through it', async () => {
    const jq = createExpression(ioWith(folder, { path }), '.[', { pretty: false })
    await expect(jq.check()).rejects.toThrow(UsageError)
    await expect(jq.check()).rejects.toThrow(/^jq: syntax error, unexpected/)
    const right = createExpression(ioWith(folder, { path }), '.a.b.c', { pretty: false })
    await right.check()
    right.close()
  })

  test('fails in its own words, after what it had printed', async () => {
    const { out, error } = await filter('.[0].name, (.[0].name | .x)', { path }, list)
    expect(out).toBe('Login works\n')
    expect(error).toBeInstanceOf(UsageError)
    expect(error).toMatchObject({ message: expect.stringMatching(/^jq: Cannot index string with string/) })
  })

  test('may remark upon something', async () => {
    const { out, err, error } = await filter('debug | length', { path }, (printer) => printer.answer([1], []))
    expect({ out, err, error }).toEqual({ out: '1\n', err: '["DEBUG:",[1]]\n', error: undefined })
  })

  test('gets values whatever is in them, halves of characters apart', async () => {
    const setting = { path }
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom('\\', '"', '\u001b', '\ud800', 'u'), character),
    })
    // Each list starts a jq: two long lists have as many texts as ten short ones.
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 100 }), async (names) => {
        const { out } = await filter('map(.name)', setting, (printer) =>
          printer.list(
            'tests',
            names.map((name): Resource => ({ name })),
          ),
        )
        expect(JSON.parse(out)).toEqual(names.map((name) => name.toWellFormed()))
      }),
      { numRuns: 2 },
    )
  })

  test('is read by people in several lines, and nothing acts on their terminal', async () => {
    const setting = { path, terminal: 80 }
    const { out } = await filter('., .name', setting, (printer) => printer.answer({ name: 'red\u001b[31m' }, []))
    expect(out).toBe('{\n  "name": "red\\u001b[31m"\n}\nred\\u001b[31m\n')
  })
})

test('a machine without a PATH has the jq that comes along', async () => {
  const { PATH: _, ...env } = process.env
  const io = Object.assign(createIo().io, { env, cwd: folder, root })
  const { open } = createExpression(io, '.[0].name', { pretty: false })
  expect((await see({ format: 'json', openFilter: open }, list)).out).toBe('Login works\n')
})

test('a list that fails ends jq before it says anything', async () => {
  const failing = async function* () {
    yield* rows
    throw new Error('the service went away')
  }
  const { out, error } = await filter('.', {}, (printer) => printer.list('tests', failing()))
  expect({ out, error }).toMatchObject({ out: '', error: { message: 'the service went away' } })
})

test('a reader that leaves ends jq, and the rows', async () => {
  const { stream } = createSink({ take: () => Promise.reject(Object.assign(new Error('gone'), { code: 'EPIPE' })) })
  const { error } = await filter('range(1; infinite)', { stdout: stream }, list)
  expect(error).toBeInstanceOf(OutputClosedError)
})

test('what was done is still told after a stop', async () => {
  const stop = AbortSignal.abort(new InterruptedError('interrupted'))
  const { out } = await filter('.name', { stop }, (printer) => printer.changed('tests', rows[0]!, 'Done'))
  expect(out).toBe('Login works\n')
})
