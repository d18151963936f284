import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reportFormats } from '../../../src/contract/report-formats.ts'
import { formats } from '../../../src/reports/known-formats.ts'
import { createWorld, type World } from '../../helpers/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld({ TESTCTL_URL: '' })
  const good = '<testsuites><testsuite name="Login"><testcase name="logs in"/></testsuite></testsuites>'
  await writeFile(join(world.folder, 'good.xml'), good)
})
afterEach(() => world.remove())

test('--format knows every format, and no other', () => {
  expect([...reportFormats].sort()).toEqual(formats.map(({ key }) => key).sort())
})

describe('with --format, a report of another kind is refused, not taken for one without a test', () => {
  const ctrf = '{"reportFormat":"CTRF","results":{"tool":{"name":"x"},"tests":[{"name":"a","status":"failed"}]}}'
  const keys = [
    'playwright',
    'jest',
    'mocha',
    'mochawesome',
    'cucumber',
    'rspec',
    'gtest',
    'robot-json',
    'tap',
    'gotest',
  ]
  test.for(keys)('CTRF as %s', async (key) => {
    await writeFile(join(world.folder, 'ctrf.json'), ctrf)
    const { stderr, exitCode } = await world.type(`testctl reports read ctrf.json good.xml --format ${key}`)
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/ctrf\.json is not .*: it begins with "\{/)
  })

  test.for([
    [
      'good.xml',
      'tap',
      'good.xml is not TAP: it begins with <testsuites>\n  it is JUnit XML: leave --format out, or choose junit',
    ],
    [
      'log.txt',
      'gotest',
      'log.txt is not go test -json: it begins with "hello"\n  name a report that is go test -json',
    ],
    ['other.json', 'playwright', 'other.json is not Playwright JSON: it begins with "{\\"foo\\":1}"'],
  ] as const)('%s as %s', async ([file, key, problem]) => {
    await writeFile(join(world.folder, 'log.txt'), 'hello')
    await writeFile(join(world.folder, 'other.json'), '{"foo":1}')
    const { stderr, exitCode } = await world.type(`testctl reports read ${file} --format ${key}`)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(problem)
  })

  test.for([
    ['tap', '1..0\n', '1..1\nok 1 - a\n'],
    [
      'cucumber',
      '[]',
      '[{"uri":"a","keyword":"Feature","name":"f","elements":[{"name":"s","type":"scenario","steps":[{"keyword":"Given","name":"x","result":{"status":"passed"}}]}]}]',
    ],
    [
      'gtest',
      '{"tests":0,"testsuites":[]}',
      '{"tests":1,"testsuites":[{"name":"s","testsuite":[{"name":"t","status":"RUN","result":"COMPLETED"}]}]}',
    ],
  ] as const)('one of %s that is really empty may be among others', async ([key, empty, full]) => {
    await writeFile(join(world.folder, 'none'), empty)
    await writeFile(join(world.folder, 'full'), full)
    const { stderr, exitCode } = await world.type(`testctl reports read none full --format ${key}`)
    expect({ stderr, exitCode }).toEqual({ stderr: 'warning: none has no test in it\n', exitCode: 0 })
  })
})
