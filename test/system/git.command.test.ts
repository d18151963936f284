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

test.for(['', 'ref: refs/../../etc/passwd', 'ref: nonsense', '\0\0'])('a HEAD of %j tells nothing', async (text) => {
  await write('.git/HEAD', text)
  expect(readCheckout(top)).toEqual({})
})
