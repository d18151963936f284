import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { systems } from '../../src/submission/systems.ts'
import { fillTemplate } from '../../src/submission/templates.ts'

const now = new Date('2026-03-01T23:45:06.789Z')
const sha = '8f14e45fceea167a5a36dedd4bea2543fcd2d9f1'
const other = '1111111111111111111111111111111111111111'
const fill = (text: string, env: Record<string, string> = {}) => fillTemplate(text, { env, now })

const caught = (text: string, env?: Record<string, string>): UsageError => {
  try {
    return fill(text, env) as never
  } catch (error) {
    return error as UsageError
  }
}

/** What the systems set for a build, as their documentation shows it, and the name of the run that comes of it. */
const builds: [what: string, name: string, env: Record<string, string>][] = [
  [
    'a push on GitHub',
    'main 8f14e45 42 unit',
    {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_REF_NAME: 'main',
      GITHUB_REF: 'refs/heads/main',
      GITHUB_HEAD_REF: '',
      GITHUB_SHA: sha,
      GITHUB_RUN_NUMBER: '42',
      GITHUB_RUN_ID: '1658821493',
      GITHUB_JOB: 'unit',
    },
  ],
  [
    'a pull request on GitHub',
    'feature/login 8f14e45 42 unit',
    {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_REF_NAME: '17/merge',
      GITHUB_REF: 'refs/pull/17/merge',
      GITHUB_HEAD_REF: 'feature/login',
      GITHUB_BASE_REF: 'main',
      GITHUB_SHA: sha,
      GITHUB_RUN_NUMBER: '42',
      GITHUB_JOB: 'unit',
    },
  ],
  [
    'a push on GitLab',
    'main 8f14e45 7 test 1/3',
    {
      CI: 'true',
      GITLAB_CI: 'true',
      CI_COMMIT_REF_NAME: 'main',
      CI_COMMIT_BRANCH: 'main',
      CI_COMMIT_SHA: sha,
      CI_PIPELINE_ID: '1000',
      CI_PIPELINE_IID: '7',
      CI_JOB_NAME: 'test 1/3',
      CI_JOB_ID: '50',
    },
  ],
  [
    'a merged result on GitLab',
    'feature/login 8f14e45 7 test',
    {
      CI: 'true',
      GITLAB_CI: 'true',
      CI_COMMIT_REF_NAME: 'feature/login',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature/login',
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: sha,
      CI_COMMIT_SHA: other,
      CI_PIPELINE_IID: '7',
      CI_JOB_NAME: 'test',
    },
  ],
  [
    'a branch on Azure Pipelines',
    'feature/login 8f14e45 20260301.4 Unit tests',
    {
      TF_BUILD: 'True',
      BUILD_SOURCEBRANCH: 'refs/heads/feature/login',
      BUILD_SOURCEBRANCHNAME: 'login',
      BUILD_SOURCEVERSION: sha,
      BUILD_BUILDNUMBER: '20260301.4',
      BUILD_BUILDID: '77',
      SYSTEM_JOBDISPLAYNAME: 'Unit tests',
      AGENT_JOBNAME: 'Unit tests',
    },
  ],
  [
    'a pull request on Azure Pipelines',
    'feature/login 8f14e45 20260301.5 Job',
    {
      TF_BUILD: 'True',
      BUILD_SOURCEBRANCH: 'refs/pull/1/merge',
      SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/feature/login',
      SYSTEM_PULLREQUEST_SOURCECOMMITID: sha,
      BUILD_SOURCEVERSION: other,
      BUILD_BUILDNUMBER: '20260301.5',
      AGENT_JOBNAME: 'Job',
    },
  ],
  [
    'CircleCI',
    'main 8f14e45 123 test',
    {
      CI: 'true',
      CIRCLECI: 'true',
      CIRCLE_BRANCH: 'main',
      CIRCLE_SHA1: sha,
      CIRCLE_BUILD_NUM: '123',
      CIRCLE_JOB: 'test',
    },
  ],
  [
    'Travis CI, a pull request',
    'feature/login 8f14e45 15 Node 20',
    {
      CI: 'true',
      TRAVIS: 'true',
      TRAVIS_BRANCH: 'main',
      TRAVIS_PULL_REQUEST: '3',
      TRAVIS_PULL_REQUEST_BRANCH: 'feature/login',
      TRAVIS_PULL_REQUEST_SHA: sha,
      TRAVIS_COMMIT: other,
      TRAVIS_BUILD_NUMBER: '15',
      TRAVIS_JOB_NAME: 'Node 20',
      TRAVIS_JOB_NUMBER: '15.2',
    },
  ],
  [
    'Travis CI, a push, with a job that has no name',
    'main 8f14e45 15 15.2',
    {
      CI: 'true',
      TRAVIS: 'true',
      TRAVIS_BRANCH: 'main',
      TRAVIS_PULL_REQUEST: 'false',
      TRAVIS_PULL_REQUEST_BRANCH: '',
      TRAVIS_PULL_REQUEST_SHA: '',
      TRAVIS_COMMIT: sha,
      TRAVIS_BUILD_NUMBER: '15',
      TRAVIS_JOB_NUMBER: '15.2',
    },
  ],
  [
    'Buildkite',
    'main 8f14e45 1514 :nodejs: Test',
    {
      CI: 'true',
      BUILDKITE: 'true',
      BUILDKITE_BRANCH: 'main',
      BUILDKITE_COMMIT: sha,
      BUILDKITE_BUILD_NUMBER: '1514',
      BUILDKITE_LABEL: ':nodejs: Test',
      BUILDKITE_STEP_KEY: 'test',
    },
  ],
  [
    'Woodpecker, a pull request',
    'issue-branch 8f14e45 8 unit',
    {
      CI: 'woodpecker',
      CI_SYSTEM_NAME: 'woodpecker',
      CI_COMMIT_BRANCH: 'main',
      CI_COMMIT_SOURCE_BRANCH: 'issue-branch',
      CI_COMMIT_SHA: sha,
      CI_PIPELINE_NUMBER: '8',
      CI_WORKFLOW_NAME: 'unit',
      CI_STEP_NAME: 'test',
    },
  ],
  [
    'Drone',
    'main 8f14e45 42 default',
    {
      CI: 'true',
      DRONE: 'true',
      DRONE_BRANCH: 'main',
      DRONE_COMMIT_SHA: sha,
      DRONE_BUILD_NUMBER: '42',
      DRONE_STAGE_NAME: 'default',
      DRONE_STEP_NAME: 'test',
    },
  ],
  [
    'AppVeyor, a pull request',
    'feature/login 8f14e45 9 Image: Ubuntu',
    {
      CI: 'True',
      APPVEYOR: 'True',
      APPVEYOR_REPO_BRANCH: 'main',
      APPVEYOR_PULL_REQUEST_HEAD_REPO_BRANCH: 'feature/login',
      APPVEYOR_REPO_COMMIT: other,
      APPVEYOR_PULL_REQUEST_HEAD_COMMIT: sha,
      APPVEYOR_BUILD_NUMBER: '9',
      APPVEYOR_JOB_NAME: 'Image: Ubuntu',
    },
  ],
  [
    'Semaphore, a pull request',
    'feature/login 8f14e45 12 Unit tests',
    {
      CI: 'true',
      SEMAPHORE: 'true',
      SEMAPHORE_GIT_BRANCH: 'main',
      SEMAPHORE_GIT_WORKING_BRANCH: 'feature/login',
      SEMAPHORE_GIT_SHA: sha,
      SEMAPHORE_WORKFLOW_NUMBER: '12',
      SEMAPHORE_JOB_NAME: 'Unit tests',
    },
  ],
  [
    'Cirrus CI',
    'main 8f14e45 5012345678 test',
    {
      CI: 'true',
      CIRRUS_CI: 'true',
      CIRRUS_BRANCH: 'main',
      CIRRUS_CHANGE_IN_REPO: sha,
      CIRRUS_BUILD_ID: '5012345678',
      CIRRUS_TASK_NAME: 'test',
    },
  ],
  [
    'CodeBuild',
    'main 8f14e45 31 codebuild-demo-project',
    {
      CODEBUILD_BUILD_ID: 'codebuild-demo-project:b1e6661e-e4f2-4156-9ab9-82a19EXAMPLE',
      CODEBUILD_WEBHOOK_HEAD_REF: 'refs/heads/main',
      CODEBUILD_RESOLVED_SOURCE_VERSION: sha,
      CODEBUILD_BUILD_NUMBER: '31',
    },
  ],
  [
    'a multibranch project of Jenkins, a change request',
    'feature/login 8f14e45 153 web/PR-24',
    {
      JENKINS_URL: 'https://ci.example.com/',
      BRANCH_NAME: 'PR-24',
      CHANGE_BRANCH: 'feature/login',
      CHANGE_ID: '24',
      GIT_COMMIT: sha,
      GIT_BRANCH: 'PR-24',
      BUILD_NUMBER: '153',
      JOB_NAME: 'web/PR-24',
    },
  ],
  [
    'a simple project of Jenkins',
    'main 8f14e45 153 web',
    {
      JENKINS_HOME: '/var/jenkins_home',
      GIT_COMMIT: sha,
      GIT_BRANCH: 'origin/main',
      BUILD_NUMBER: '153',
      JOB_NAME: 'web',
    },
  ],
]

describe('{branch} {commit} {build} {job} on', () => {
  test.for(builds)('%s', ([, name, env]) => {
    expect(fill('{branch} {commit} {build} {job}', env)).toBe(name)
  })

  test('Bitbucket, which does not tell the name of a step', () => {
    const env = { CI: 'true', BITBUCKET_BUILD_NUMBER: '5', BITBUCKET_COMMIT: sha, BITBUCKET_BRANCH: 'main' }
    expect(fill('{branch} {commit} {build}', env)).toBe('main 8f14e45 5')
    expect(caught('{job}', env).message).toBe('{job} has no value: Bitbucket Pipelines does not tell it')
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
    expect(caught('{branch}', env).message).toBe('{branch} has no value: TeamCity does not tell it')
  })

  test('each system that is known', () => {
    const tried = [...builds.map(([, , env]) => env), { BITBUCKET_BUILD_NUMBER: '' }, { TEAMCITY_VERSION: '' }]
    const unmarked = systems.filter(({ marks }) => !tried.some((env) => Object.keys(marks).some((mark) => mark in env)))
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
  expect(caught('{branch}', { GIT_BRANCH: 'main', BUILD_NUMBER: '1' }).message).toMatch(/no CI system/)
  expect(caught('{build}', { TRAVIS: 'false', TRAVIS_BUILD_NUMBER: '1' }).message).toMatch(/no CI system/)
})

test('{date} and {time} are those of now, in UTC, on any machine', () => {
  expect(fill('Nightly {date} {time}')).toBe('Nightly 2026-03-01 23:45')
})

test('text without braces is left alone, and {{ is a brace', () => {
  expect(fill('CI $1 } %s \\ {{branch} {{{{ {{{date}')).toBe('CI $1 } %s \\ {branch} {{ {2026-03-01')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(fill(text.replaceAll('{', '{{'))).toBe(text)
    }),
  )
})

test('a value is one line, is put in as it is, and is not filled in itself', () => {
  const env = { BUILDKITE: 'true', BUILDKITE_LABEL: ' a\u001b[31m\n{date} $&\u0085 ', BUILDKITE_BRANCH: 'b' }
  expect(fill('[{job}]', env)).toBe('[a [31m {date} $&]')
  expect(fill('{job}', { ...env, BUILDKITE_LABEL: 'x'.repeat(5000) })).toHaveLength(200)
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
  expect(message).toBe('{branch} has no value: this is no CI system that testctl knows')
  expect(hint).toMatch(/^the shell can fill it in: --name "CI \$BRANCH"; known are GitHub Actions, .*Jenkins$/)
})
