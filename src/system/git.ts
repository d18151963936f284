import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readRegularFile } from './files/regular-file.ts'

/** Returns the top folder of the repository that contains a folder; undefined if it is in none. */
export const repositoryOf = (folder: string): string | undefined => {
  if (existsSync(join(folder, '.git'))) return folder
  return dirname(folder) === folder ? undefined : repositoryOf(dirname(folder))
}

/**
 * Reads the branch and the commit of a checkout from git's files. Does not run git, because another person's repository could make it run
 * something. A value that cannot be read is undefined. DECISIONS 189
 */
export const readCheckout = (folder: string): { branch?: string | undefined; commit?: string | undefined } => {
  const top = repositoryOf(folder)
  const git = top && gitFolderOf(join(top, '.git'))
  const head = git && read(join(git, 'HEAD'))
  if (!head) return {}
  if (sha.test(head)) return { commit: head }
  const [, name] = /^ref: (refs\/.+)$/s.exec(head) ?? []
  if (name === undefined || noReference.test(name)) return {}
  const branch = name.replace(/^refs\/heads\//, '')
  return { branch, commit: commitOf(git, name) }
}

// Names that git refuses for a reference (git-check-ref-format), and C1 controls. A repository that does not store references in files
// (reftable) has `refs/heads/.invalid` in HEAD.
const noReference = /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/[/.]|\.lock(?:\/|$)|[/.]$/u

/** Returns the git folder of a repository. In a worktree, `.git` is a file with its path. */
const gitFolderOf = (path: string): string | undefined => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  const [, folder] = /^gitdir: (.+)$/.exec(read(path) ?? '') ?? []
  return folder === undefined ? undefined : resolve(dirname(path), folder)
}

const commitOf = (git: string, name: string): string | undefined => {
  const common = resolve(git, read(join(git, 'commondir')) ?? '.')
  for (const folder of [git, common]) {
    const loose = read(join(folder, name))
    if (loose !== undefined && sha.test(loose)) return loose
  }
  const packed = read(join(common, 'packed-refs'))?.split('\n') ?? []
  return packed.find((line) => line.endsWith(` ${name}`))?.split(' ')[0]
}

const sha = /^[0-9a-f]{40}([0-9a-f]{24})?$/

const read = (file: string): string | undefined => {
  try {
    return readRegularFile(file, { most: largest }).trim()
  } catch {
    return undefined
  }
}

// Packed references of a very large repository have some megabytes.
const largest = 16 * 1024 * 1024
