import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../../src/errors.ts'
import { ciSystems } from '../../../src/system/ci-systems.ts'
import { fillTemplate } from '../../../src/submission/run/name-template.ts'
import { sha } from '../build.ts'
import { builds } from '../builds.ts'
import { character } from '../../helpers/character.ts'

const now = new Date('2026-03-01T23:45:06.789Z')

const fill = (text: string, env: Record<string, string> = {}) => fillTemplate(text, { env, now })

const caught = (text: string, env?: Record<string, string>): UsageError => {
  try {
    return fill(text, env) as never
  } catch (error) {
    return error as UsageError
  }
}

describe('{branch} {commit} {build} {job} on', () => {
  test.for(builds)('%s', ([, name, env]) => {
    expect(fill('{branch} {commit} {build} {job}', env)).toBe(name)
  })

  test('Bitbucket, which does not tell the name of a step', () => {
    const env = { CI: 'true', BITBUCKET_BUILD_NUMBER: '5', BITBUCKET_COMMIT: sha, BITBUCKET_BRANCH: 'main' }
    expect(fill('{branch} {commit} {build}', env)).toBe('main 8f14e45 5')
    expect(caught('{job}', env).message).toBe('{job} has no value: Bitbucket Pipelines does not provide it')
    const tagged = { CI: 'true', BITBUCKET_BUILD_NUMBER: '5', BITBUCKET_TAG: 'v1.2.0' }
    expect(fill('{branch}', tagged)).toBe('v1.2.0')
  })

  test('TeamCity, which does not tell the branch', () => {
    const env = {
      TEAMCITY_VERSION: '2025.07',
      BUILD_NUMBER: '9',
      BUILD_VCS_NUMBER: sha,
      TEAMCITY_BUILDCONF_NAME: 'Unit',
    }
    expect(fill('{commit} {build} {job}', env)).toBe('8f14e45 9 Unit')
    expect(caught('{branch}', env).message).toBe('{branch} has no value: TeamCity does not provide it')
  })

  test('each system that is known', () => {
    const tried = [...builds.map(([, , env]) => env), { BITBUCKET_BUILD_NUMBER: '' }, { TEAMCITY_VERSION: '' }]
    const unmarked = ciSystems.filter(
      ({ marks }) => !tried.some((env) => Object.keys(marks).some((mark) => mark in env)),
    )
    expect(unmarked.map(({ name }) => name)).toEqual([])
  })
})

test('variables of another system do not count', () => {
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_REF_NAME: 'main',
    GIT_BRANCH: 'stray',
    BRANCH_NAME: 'stray',
    BUILD_NUMBER: '99',
  }
  expect(fill('{branch}', env)).toBe('main')
  expect(caught('{build}', env).message).toBe('{build} has no value: nothing is in GITHUB_RUN_NUMBER (GitHub Actions)')
  expect(caught('{branch}', { GIT_BRANCH: 'main', BUILD_NUMBER: '1' }).message).toMatch(/not a CI system/)
  expect(caught('{build}', { TRAVIS: 'false', TRAVIS_BUILD_NUMBER: '1' }).message).toMatch(/not a CI system/)
})

test('{date} and {time} are those of now, in UTC, on any machine', () => {
  expect(fill('Nightly {date} {time}')).toBe('Nightly 2026-03-01 23:45')
})

test('text without braces is left alone, and {{ is a brace', () => {
  expect(fill('CI $1 } %s \\ {{branch} {{{{ {{{date}')).toBe('CI $1 } %s \\ {branch} {{ {2026-03-01')
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) => {
      expect(fill(text.replaceAll('{', '{{'))).toBe(text)
    }),
  )
})

test('a value is one line, is put in as it is, and is not filled in itself', () => {
  const env = { BUILDKITE: 'true', BUILDKITE_LABEL: ' a\u001b[31m\n{date} $&\u0085 ', BUILDKITE_BRANCH: 'b' }
  expect(fill('[{job}]', env)).toBe('[a [31m {date} $&]')
  expect(fill('{job}', { ...env, BUILDKITE_LABEL: 'x'.repeat(5000) })).toHaveLength(200)
  expect(fill('{job}', { ...env, BUILDKITE_LABEL: 'x'.repeat(199) + '🎉' }).isWellFormed()).toBe(true)
})

test('a commit that is no hash is left as it is, and HEAD is none', () => {
  expect(fill('{commit}', { TEAMCITY_VERSION: '1', BUILD_VCS_NUMBER: '123456' })).toBe('123456')
  expect(caught('{commit}', { BUILDKITE: 'true', BUILDKITE_COMMIT: 'HEAD' }).message).toMatch(/BUILDKITE_COMMIT/)
})

test.for<[text: string, message: string]>([
  ['{brunch}', 'there is no {brunch} to fill in'],
  ['{}', 'there is no {} to fill in'],
  ['{Branch}', 'there is no {Branch} to fill in'],
  ['{ date }', 'there is no { date } to fill in'],
  ['{constructor}', 'there is no {constructor} to fill in'],
  ['CI {date', 'the brace of {date is not closed'],
  ['CI {', 'the brace of { is not closed'],
])('%s cannot be filled in', ([text, message]) => {
  const error = caught(text)
  expect(error).toBeInstanceOf(UsageError)
  expect(error.message).toBe(message)
  expect(error.hint).toMatch(/\{\{/)
})

test('where there is no CI system, it is said which are known, and what to do', () => {
  const { message, hint } = caught('CI {branch}')
  expect(message).toBe(
    '{branch} has no value: there is no branch of git here, and this is not a CI system that testctl knows',
  )
  expect(hint).toMatch(/^the shell can fill it in: --name "CI \$BRANCH"; known are GitHub Actions, .*Jenkins$/)
})
