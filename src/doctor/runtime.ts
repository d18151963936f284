import { arch, versions } from 'node:process'
import { engines, version } from '../../package.json'
import { UsageError } from '../errors.ts'
import { type Installation, installationOf, runtime } from '../system/installation.ts'
import { explainMissing } from '../store/sqlite/missing.ts'
import type { lookForSqlite } from '../store/sqlite/find-sqlite.ts'
import { fail, type Finding, ok, warn } from './finding.ts'

/** Checks the version of the runtime, and reports that of testctl and how it was installed. */
export const checkRuntime = ({
  platform,
  root,
  node = versions.node,
}: {
  platform: string
  root: string
  node?: string
}): Finding => {
  const installation = installationOf(root)
  const message = `testctl ${version} (${words[installation]}), ${runtime}, ${platform} ${arch}`
  const needed = engines.node.replace('>=', '')
  if (installation !== 'binary' && isOlder(node, needed))
    return fail(UsageError, message, `install Node.js ${needed} or later: https://nodejs.org`)
  return ok(message)
}

const words: Record<Installation, string> = {
  global: 'installed for this machine',
  project: 'installed in a project',
  pnpm: 'installed by pnpm',
  yarn: 'installed by yarn',
  temporary: 'installed for one command',
  clone: 'a clone',
  binary: 'one file',
}

/** Checks which SQLite a service in a file would use. The runtime's own is preferred to an installed one. */
export const checkSqlite = (found: ReturnType<typeof lookForSqlite>, { isNeeded }: { isNeeded: boolean }): Finding => {
  if ('sqlite' in found) return ok(`SQLite ${found.sqlite.version}, by ${found.sqlite.driver}`)
  const { message, hint } = explainMissing(found.refused)
  return isNeeded ? fail(UsageError, message, hint) : warn(message, hint)
}

const isOlder = (one: string, other: string): boolean => {
  const [mine, least] = [one, other].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)))
  const differing = [0, 1, 2].find((at) => mine?.[at] !== least?.[at])
  return differing !== undefined && (mine?.[differing] ?? 0) < (least?.[differing] ?? 0)
}
