import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createExpression } from '../../src/jq/index.ts'
import { root } from '../helpers/world.ts'
import { InterruptedError, OutputClosedError, UsageError } from '../../src/errors.ts'
import type { Io } from '../../src/io.ts'
import type { Row } from '../../src/output/printer.ts'
import { aTest, createIo, createSink, see } from './sights.ts'

// With the jq of this machine, and with the one that comes along: nobody should have to know which it was.

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jq-'))
})
afterEach(() => rm(folder, { recursive: true }))

const own = process.env['PATH'] ?? ''
/** A PATH without any jq, but with what a script for a shell needs. */
const bare = async () => {
  await symlink(process.execPath, join(folder, 'node'))
  return folder
}

type Setting = NonNullable<Parameters<typeof see>[0]> & { path?: string; cwd?: string }

const ioWith = ({ path = own, cwd = folder, env, ...setting }: Setting): Io =>
  Object.assign(createIo(setting).io, { env: { ...process.env, ...env, PATH: path }, cwd, root })

const filter = (expression: string, setting: Setting, print: Parameters<typeof see>[1]) => {
  const jq = createExpression(ioWith(setting), expression, { pretty: setting.terminal !== undefined })
  return see({ format: 'json', openFilter: jq.open, ...setting }, print)
}

const rows = [aTest(1, { name: 'Login works' }), aTest(2, { name: 'two\nlines' })]
const list = (printer: Parameters<Parameters<typeof see>[1]>[0]) => printer.list('tests', rows)

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
    const jq = createExpression(ioWith({ path }), '.[', { pretty: false })
    await expect(jq.check()).rejects.toThrow(UsageError)
    await expect(jq.check()).rejects.toThrow(/^jq: syntax error, unexpected/)
    await createExpression(ioWith({ path }), '.a.b.c', { pretty: false }).check()
  })

  test('fails in its own words, after what it had printed', async () => {
    const { out, error } = await filter('.[0].name, (.[0].name | .x)', { path }, list)
    expect(out).toBe('Login works\n')
    expect(error).toBeInstanceOf(UsageError)
    expect(error).toMatchObject({ message: expect.stringMatching(/^jq: error .*Cannot index string with string/) })
  })

  test('may remark upon something', async () => {
    const { out, err, error } = await filter('debug | length', { path }, (printer) => printer.answer([1], []))
    expect({ out, err, error }).toEqual({ out: '1\n', err: '["DEBUG:",[1]]\n', error: undefined })
  })

  test('gets values whatever is in them, halves of characters apart', async () => {
    const setting = { path }
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\\', '"', '\u001b', '\ud800', 'u'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (names) => {
        const { out } = await filter('map(.name)', setting, (printer) =>
          printer.list(
            'tests',
            names.map((name): Row => ({ name })),
          ),
        )
        expect(JSON.parse(out)).toEqual(names.map((name) => name.toWellFormed()))
      }),
      { numRuns: 10 },
    )
  }, 60_000)

  test('is read by people in several lines, and nothing acts on their terminal', async () => {
    const setting = { path, terminal: 80 }
    const { out } = await filter('., .name', setting, (printer) => printer.answer({ name: 'red\u001b[31m' }, []))
    expect(out).toBe('{\n  "name": "red\\u001b[31m"\n}\nred\\u001b[31m\n')
  })
})

/** Something that goes by the name of jq. */
const impostor = async (script: string) => {
  await writeFile(join(folder, 'jq'), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, 'jq'), 0o755)
  return [folder, own].join(delimiter)
}
/** … and says that it is one. */
const liar = (script: string) => impostor(`[ "$1" = --version ] && { echo jq-1.7; exit; }\n${script}`)

test('a machine without a PATH has the jq that comes along', async () => {
  const { PATH: _, ...env } = process.env
  const io = Object.assign(createIo().io, { env, cwd: folder, root })
  const { open } = createExpression(io, '.[0].name', { pretty: false })
  expect((await see({ format: 'json', openFilter: open }, list)).out).toBe('Login works\n')
})

describe('what goes by the name of jq', () => {
  test('and is something else is not used', async () => {
    const path = await impostor('echo jumpquest 2.0')
    expect((await filter('.[0].name', { path, cwd: '/' }, list)).out).toBe('Login works\n')
  })

  test('in the current folder is not run, however the PATH names that', async () => {
    await impostor('touch ran; echo jq-1.7')
    for (const path of [`:${own}`, `.:${own}`, `${folder}:${own}`, `${own}:`, `./:${own}`])
      expect((await filter('.[0].name', { path }, list)).out).toBe('Login works\n')
    await expect(chmod(join(folder, 'ran'), 0o644)).rejects.toThrow('ENOENT')
  })

  test('and ends without reading is done with what it said', async () => {
    const path = await liar('echo enough')
    const many = async function* () {
      for (let at = 0; at < 50_000; at++) yield aTest(at)
    }
    const { out, error } = await filter('.', { path, cwd: '/' }, (printer) => printer.list('tests', many()))
    expect({ out, error }).toEqual({ out: 'enough\n', error: undefined })
  })

  test.each([
    ['kill -KILL $$', 'jq was ended by SIGKILL'],
    ['exit 3', 'jq: it failed with exit code 3'],
    ['echo "jq: error: no way" >&2; exit 5', 'jq: no way'],
    ['cat > /dev/null; yes x | head -c 1000000 >&2; exit 1', expect.stringMatching(/^jq: (x\n){100}/)],
  ])('and does %j fails', async (script, message) => {
    const { error } = await filter('.', { path: await liar(script), cwd: '/' }, list)
    expect(error).toMatchObject({ message, exitCode: 2 })
  })

  test('and hangs is ended when testctl is', async () => {
    const stop = new AbortController()
    const path = await liar('touch begun; exec sleep 600')
    const reading = filter('.', { path, cwd: '/', stop: stop.signal }, list)
    setTimeout(() => stop.abort(new InterruptedError('interrupted')), 200)
    expect((await reading).error).toBeInstanceOf(InterruptedError)
  })
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

test('a slow reader holds jq back, and a slow jq the rows', async () => {
  const path = await liar('sleep 600')
  const stop = new AbortController()
  let made = 0
  const endless = async function* () {
    for (;;) {
      if (++made === 100) setTimeout(() => stop.abort(new InterruptedError('enough')), 300)
      yield aTest(made)
    }
  }
  const { error } = await filter('.', { path, cwd: '/', stop: stop.signal }, (printer) =>
    printer.list('tests', endless()),
  )
  expect(error).toBeInstanceOf(InterruptedError)
  expect(made).toBeLessThan(20_000)
})

test('what was done is still told after a stop', async () => {
  const stop = AbortSignal.abort(new InterruptedError('interrupted'))
  const { out } = await filter('.name', { stop }, (printer) => printer.changed('tests', rows[0]!, 'Done'))
  expect(out).toBe('Login works\n')
})
