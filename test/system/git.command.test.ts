import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCheckout, repositoryOf } from '../../src/system/git.ts'

const sha = '0123456789abcdef0123456789abcdef01234567'
let top: string
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'testctl-git-'))
  await mkdir(join(top, '.git/refs/heads/team'), { recursive: true })
  await mkdir(join(top, 'src/deep'), { recursive: true })
  await write('.git/HEAD', 'ref: refs/heads/team/login\n')
})
afterEach(() => rm(top, { recursive: true, force: true }))
const write = (name: string, text: string) => writeFile(join(top, name), text)

test('the branch and the commit of the repository that a folder is in', async () => {
  await write('.git/refs/heads/team/login', `${sha}\n`)
  expect(repositoryOf(join(top, 'src/deep'))).toBe(top)
  expect(readCheckout(join(top, 'src/deep'))).toEqual({ branch: 'team/login', commit: sha })
})

test('a packed reference, and a branch without a commit', async () => {
  expect(readCheckout(top)).toEqual({ branch: 'team/login', commit: undefined })
  await write('.git/packed-refs', `# pack-refs with: peeled\n${sha} refs/heads/team/login\n`)
  expect(readCheckout(top)).toEqual({ branch: 'team/login', commit: sha })
})

test('a commit that is checked out without a branch', async () => {
  await write('.git/HEAD', `${sha}\n`)
  expect(readCheckout(top)).toEqual({ commit: sha })
})

test('a worktree', async () => {
  await mkdir(join(top, '.git/worktrees/other'), { recursive: true })
  await mkdir(join(top, 'other'))
  await write('other/.git', `gitdir: ${join(top, '.git/worktrees/other')}\n`)
  await write('.git/worktrees/other/HEAD', 'ref: refs/heads/side\n')
  await write('.git/worktrees/other/commondir', '../..\n')
  await write('.git/refs/heads/side', `${sha}\n`)
  expect(readCheckout(join(top, 'other'))).toEqual({ branch: 'side', commit: sha })
})

test.for(['fix/#12', 'feat/(x)', 'ünï', 'fix=1', 'a,b', "it's", '分支', '@', 'a.lock.b', 'a|b<c>"d"&$e`{f}'])(
  'the branch %s, as git allows it',
  async (name) => {
    await write('.git/HEAD', `ref: refs/heads/${name}\n`)
    await write('.git/packed-refs', `${sha} refs/heads/${name}\n`)
    expect(readCheckout(top)).toEqual({ branch: name, commit: sha })
  },
)

test('a repository that keeps its references as reftable tells neither branch nor commit', async () => {
  await write('.git/HEAD', 'ref: refs/heads/.invalid\n')
  expect(readCheckout(top)).toEqual({})
})

test.for([
  'a..b',
  'a b',
  'a~1',
  'a^',
  'a:b',
  'a?',
  'a*',
  '[a',
  'a\\b',
  'a@{1}',
  'a//b',
  'a/',
  'a.',
  'a/.b',
  'a.lock',
  'a.lock/b',
  'a\x1b[m',
  'a\x7f',
  'a\u009bm',
])('no branch is called %j', async (name) => {
  await write('.git/HEAD', `ref: refs/heads/${name}\n`)
  expect(readCheckout(top)).toEqual({})
})

test.for(['', 'ref: refs/../../etc/passwd', 'ref: nonsense', '\0\0'])('a HEAD of %j tells nothing', async (text) => {
  await write('.git/HEAD', text)
  expect(readCheckout(top)).toEqual({})
})
