import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marker } from '../../../src/runs/comment-marker.ts'
import { annotationsOf } from '../../../src/runs/export/annotations.ts'
import { stateWith } from '../tests.ts'

const github = { GITHUB_ACTIONS: 'true' }
const azure = { TF_BUILD: 'True' }
const inBuild = (env: Record<string, string>) => ({ system: 'auto' as const, env, folder: import.meta.dirname })
const why = (text: string) => [{ id: 'c1', content: `Login › pays — failed (report.xml:5)\n${text}\n\n${marker}` }]

test('GitHub shows each failed test with its identifier, its name and why it failed', () => {
  const state = stateWith(
    { pay: 'failed', login: 'passed', search: 'untested' },
    { remarks: why('got 50%, expected 1') },
  )
  expect(annotationsOf(state, inBuild(github))).toEqual(['::error title=WEB-T1 pay works::got 50%25, expected 1'])
})

test('Azure Pipelines does too', () => {
  const state = stateWith({ pay: 'failed' }, { remarks: why('got 50%') })
  expect(annotationsOf(state, inBuild(azure))).toEqual([
    '##vso[task.logissue type=error]WEB-T1 pay works: got 50%AZP25',
  ])
})

test('a test that nothing was told of is failed, and of more than ten the rest are counted', () => {
  const state = stateWith({ pay: Array.from({ length: 12 }, () => 'failed' as const) })
  const lines = annotationsOf(state, inBuild(github))
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('::error title=WEB-T1 pay works::failed')
  expect(lines.at(-1)).toBe('::error title=WEB-R1 Nightly::3 more tests failed')
  expect(
    annotationsOf(stateWith({ pay: Array.from({ length: 10 }, () => 'failed' as const) }), inBuild(github)),
  ).toHaveLength(10)
})

test('other systems get none', () => {
  for (const env of [{}, { GITLAB_CI: 'true' }, { JENKINS_URL: 'http://ci' }, { GITHUB_ACTIONS: 'false' }])
    expect(annotationsOf(stateWith({ pay: 'failed' }), inBuild(env))).toEqual([])
})

test('a system that is named is written for, wherever it runs', () => {
  const state = stateWith({ pay: 'failed' })
  const lines = (system: 'github' | 'azure') => annotationsOf(state, { ...inBuild({}), system })
  expect(lines('github')).toEqual(['::error title=WEB-T1 pay works::failed'])
  expect(lines('azure')).toEqual(['##vso[task.logissue type=error]WEB-T1 pay works: failed'])
})

test('an error stands at the line of the test that the failure names, as far as it is a file of the checkout', () => {
  const placed = (text: string, env: Record<string, string> = github) =>
    annotationsOf(stateWith({ pay: 'failed' }, { remarks: why(text) }), inBuild(env))[0]
  const at = '::error file=annotations.test.ts,line=12,title=WEB-T1 pay works::'
  expect(placed('x\n  at node_modules/a.js:1:1\n  at /etc/passwd:3\n  at pay (./annotations.test.ts:12:7)')).toMatch(at)
  expect(placed(`x\nFile "${import.meta.filename}", line 12, in pay`)).toMatch(at)
  expect(placed('expected 10:30 at nowhere.ts:12:7 or ../../../package.json:1')).toMatch(/^::error title=/)
  const root = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: join(import.meta.dirname, '../../..') }
  expect(placed('at annotations.test.ts:12', root)).toMatch(
    '::error file=test/runs/export/annotations.test.ts,line=12,',
  )
  expect(placed('at annotations.test.ts:12', azure)).toBe(
    '##vso[task.logissue type=error;sourcepath=annotations.test.ts;linenumber=12]WEB-T1 pay works: at annotations.test.ts:12',
  )
})

test('no error stands in the report of another browser, or where a result did not fail', () => {
  const placed = (text: string) =>
    annotationsOf(stateWith({ pay: 'failed' }, { remarks: why(text) }), inBuild(github))[0]
  for (const result of ['failed', 'failed with an error', 'passed', 'skipped', 'flaky: failed first, then passed'])
    for (const places of ['annotations.test.ts:1', 'pay.spec.ts; annotations.test.ts:1'])
      expect(placed(`no\n\nLogin › pays — ${result} (${places})\nno`)).toBe('::error title=WEB-T1 pay works::no')
  expect(placed('no\n\nLogin › pays — passed (a.xml:1)\nat annotations.test.ts:1')).toMatch(/^::error title=/)
  expect(placed('no\n\nLogin › pays — failed (a.xml:1)\nat annotations.test.ts:12')).toMatch(
    '::error file=annotations.test.ts,line=12,',
  )
})

test('what a name or a message holds is text, and no command of the system', () => {
  const piece = fc.constantFrom(
    '::',
    '::set-output name=a::b',
    '##vso[task.setvariable variable=a]b',
    '\n',
    '\r',
    '%0A',
    ',',
    ':',
    ']',
    ';',
    'x',
  )
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      (text) => {
        const { tests, ...state } = stateWith({ pay: 'failed' }, { remarks: why(text) })
        const named = { ...state, tests: tests.map((test) => ({ ...test, name: text })) }
        const [line = ''] = annotationsOf(named, inBuild(github))
        expect(line).toMatch(/^::error title=[^:,\r\n]*::[^\r\n]*$/)
        expect(annotationsOf(named, inBuild(azure))[0]).toMatch(/^##vso\[task\.logissue type=error\][^\r\n]*$/)
        const title = /title=(.*?)::/.exec(line)![1]!
        const unescaped = title.replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%0D/g, '\r').replace(/%0A/g, '\n')
        expect(unescaped.replace(/%25/g, '%')).toBe(`WEB-T1 ${text}`)
      },
    ),
  )
})
