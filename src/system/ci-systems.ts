/** A fact about the current build that a name can contain. */
export type Fact = 'branch' | 'commit' | 'build' | 'job'

/** A variable, and the part of its value to remove. */
type Source = string | { from: string; without: RegExp }

/**
 * A CI system. `marks` are the variables that identify it (any of them; with the given value, if there is one). Each fact has the variables
 * that hold it, the best one first. For a pull request these are its own branch and commit, if the system has them, not those of the merge.
 */
export type CiSystem = { name: string; marks: Readonly<Record<string, string | undefined>> } & Readonly<
  Record<Fact, readonly Source[]>
>

const ref = /^refs\/(heads|tags)\//

/** The known systems. If two seem to be present, the first one counts: it runs in the other one's agent. */
export const ciSystems: readonly CiSystem[] = [
  {
    name: 'GitHub Actions',
    marks: { GITHUB_ACTIONS: undefined },
    branch: ['GITHUB_HEAD_REF', 'GITHUB_REF_NAME'],
    commit: ['GITHUB_SHA'],
    build: ['GITHUB_RUN_NUMBER'],
    job: ['GITHUB_JOB'],
  },
  {
    name: 'GitLab CI',
    marks: { GITLAB_CI: undefined },
    branch: ['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME', 'CI_COMMIT_REF_NAME'],
    commit: ['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA', 'CI_COMMIT_SHA'],
    build: ['CI_PIPELINE_IID', 'CI_PIPELINE_ID'],
    job: ['CI_JOB_NAME'],
  },
  {
    name: 'Azure Pipelines',
    marks: { TF_BUILD: undefined },
    branch: [
      { from: 'SYSTEM_PULLREQUEST_SOURCEBRANCH', without: ref },
      { from: 'BUILD_SOURCEBRANCH', without: ref },
    ],
    commit: ['SYSTEM_PULLREQUEST_SOURCECOMMITID', 'BUILD_SOURCEVERSION'],
    build: ['BUILD_BUILDNUMBER'],
    job: ['SYSTEM_JOBDISPLAYNAME', 'AGENT_JOBNAME'],
  },
  {
    name: 'CircleCI',
    marks: { CIRCLECI: undefined },
    branch: ['CIRCLE_BRANCH', 'CIRCLE_TAG'],
    commit: ['CIRCLE_SHA1'],
    // CircleCI numbers jobs, not workflows. All jobs of a workflow have its id and that of its workspace; if failed jobs run again, they
    // get a new workflow id and keep the workspace. The first part of an id is distinctive enough. DECISIONS 491
    build: [
      { from: 'CIRCLE_WORKFLOW_WORKSPACE_ID', without: /-.*/ },
      { from: 'CIRCLE_WORKFLOW_ID', without: /-.*/ },
      'CIRCLE_BUILD_NUM',
    ],
    job: ['CIRCLE_JOB'],
  },
  {
    name: 'Bitbucket Pipelines',
    marks: { BITBUCKET_BUILD_NUMBER: undefined },
    branch: ['BITBUCKET_BRANCH', 'BITBUCKET_TAG'],
    commit: ['BITBUCKET_COMMIT'],
    build: ['BITBUCKET_BUILD_NUMBER'],
    job: [],
  },
  {
    name: 'Travis CI',
    marks: { TRAVIS: undefined },
    branch: ['TRAVIS_PULL_REQUEST_BRANCH', 'TRAVIS_BRANCH'],
    commit: ['TRAVIS_PULL_REQUEST_SHA', 'TRAVIS_COMMIT'],
    build: ['TRAVIS_BUILD_NUMBER'],
    job: ['TRAVIS_JOB_NAME', 'TRAVIS_JOB_NUMBER'],
  },
  {
    name: 'Buildkite',
    marks: { BUILDKITE: undefined },
    branch: ['BUILDKITE_BRANCH'],
    commit: ['BUILDKITE_COMMIT'],
    build: ['BUILDKITE_BUILD_NUMBER'],
    job: ['BUILDKITE_LABEL', 'BUILDKITE_STEP_KEY'],
  },
  {
    name: 'Woodpecker CI',
    marks: { CI: 'woodpecker', CI_SYSTEM_NAME: 'woodpecker' },
    branch: ['CI_COMMIT_SOURCE_BRANCH', 'CI_COMMIT_BRANCH', 'CI_COMMIT_TAG'],
    commit: ['CI_COMMIT_SHA'],
    build: ['CI_PIPELINE_NUMBER'],
    job: ['CI_WORKFLOW_NAME', 'CI_STEP_NAME'],
  },
  {
    name: 'Drone',
    marks: { DRONE: undefined },
    branch: ['DRONE_SOURCE_BRANCH', 'DRONE_BRANCH', 'DRONE_TAG'],
    commit: ['DRONE_COMMIT_SHA', 'DRONE_COMMIT'],
    build: ['DRONE_BUILD_NUMBER'],
    job: ['DRONE_STAGE_NAME', 'DRONE_STEP_NAME'],
  },
  {
    name: 'AppVeyor',
    marks: { APPVEYOR: undefined },
    branch: ['APPVEYOR_PULL_REQUEST_HEAD_REPO_BRANCH', 'APPVEYOR_REPO_BRANCH'],
    commit: ['APPVEYOR_PULL_REQUEST_HEAD_COMMIT', 'APPVEYOR_REPO_COMMIT'],
    build: ['APPVEYOR_BUILD_NUMBER'],
    job: ['APPVEYOR_JOB_NAME', 'APPVEYOR_JOB_NUMBER'],
  },
  {
    name: 'Semaphore',
    marks: { SEMAPHORE: undefined },
    branch: ['SEMAPHORE_GIT_PR_BRANCH', 'SEMAPHORE_GIT_WORKING_BRANCH', 'SEMAPHORE_GIT_BRANCH'],
    commit: ['SEMAPHORE_GIT_PR_SHA', 'SEMAPHORE_GIT_SHA'],
    build: ['SEMAPHORE_WORKFLOW_NUMBER'],
    job: ['SEMAPHORE_JOB_NAME'],
  },
  {
    name: 'Cirrus CI',
    marks: { CIRRUS_CI: undefined },
    branch: ['CIRRUS_BRANCH'],
    commit: ['CIRRUS_CHANGE_IN_REPO'],
    build: ['CIRRUS_BUILD_ID'],
    job: ['CIRRUS_TASK_NAME'],
  },
  {
    name: 'AWS CodeBuild',
    marks: { CODEBUILD_BUILD_ID: undefined },
    branch: [{ from: 'CODEBUILD_WEBHOOK_HEAD_REF', without: ref }],
    commit: ['CODEBUILD_RESOLVED_SOURCE_VERSION'],
    build: ['CODEBUILD_BUILD_NUMBER'],
    job: ['CODEBUILD_BATCH_BUILD_IDENTIFIER', { from: 'CODEBUILD_BUILD_ID', without: /:.*$/ }],
  },
  {
    name: 'TeamCity',
    marks: { TEAMCITY_VERSION: undefined },
    branch: [],
    commit: ['BUILD_VCS_NUMBER'],
    build: ['BUILD_NUMBER'],
    job: ['TEAMCITY_BUILDCONF_NAME'],
  },
  {
    name: 'Jenkins',
    marks: { JENKINS_URL: undefined, JENKINS_HOME: undefined },
    branch: ['CHANGE_BRANCH', 'BRANCH_NAME', 'GIT_LOCAL_BRANCH', { from: 'GIT_BRANCH', without: /^origin\// }],
    commit: ['GIT_COMMIT'],
    build: ['BUILD_NUMBER'],
    job: ['JOB_NAME'],
  },
]

/** Returns the system that testctl runs on, by its variables; undefined if it is no known one. */
export const systemOf = (env: Readonly<Record<string, string | undefined>>): CiSystem | undefined =>
  ciSystems.find(({ marks }) => Object.entries(marks).some(([name, value]) => isMarked(env[name], value)))

const isMarked = (value: string | undefined, expected: string | undefined): boolean =>
  expected === undefined ? Boolean(value) && value?.toLowerCase() !== 'false' : value === expected
