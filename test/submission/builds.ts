import { type Build, sha } from './build.ts'
import { buildsElsewhere } from './builds-elsewhere.ts'

const other = '1111111111111111111111111111111111111111'

/** Builds of all systems. Those of GitHub, GitLab and Azure are in this file. */
export const builds: Build[] = [
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
  ...buildsElsewhere,
]
