import { arch, versions } from 'node:process'
import { engines, version } from '../../package.json'
import { UsageError } from '../errors.ts'
import { fail, type Finding, ok, warn } from './finding.ts'

/** The runtime and testctl itself, by their versions. */
export const checkRuntime = ({ platform, node = versions.node }: { platform: string; node?: string }): Finding => {
  const said = `testctl ${version}, Node.js ${node}, ${platform} ${arch}`
  const needed = engines.node.replace('>=', '')
  if (isOlder(node, needed))
    return fail(UsageError, said, `testctl needs Node.js ${needed} or later: https://nodejs.org`)
  return ok(said)
}

/** Which SQLite a service in a file would get. That of a runtime goes before one that npm installed. */
export const checkSqlite = (
  found: { driver: string; version: string } | undefined,
  { isNeeded }: { isNeeded: boolean },
): Finding => {
  if (found) return ok(`SQLite ${found.version}, by ${found.driver}`)
  const hint = 'use Node.js 24 or later, or: npm install better-sqlite3@12'
  const said = 'there is none that a service in a file can be trusted to'
  return isNeeded ? fail(UsageError, said, hint) : warn(said, hint)
}

const isOlder = (one: string, other: string): boolean => {
  const [mine, least] = [one, other].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)))
  const differing = [0, 1, 2].find((at) => mine?.[at] !== least?.[at])
  return differing !== undefined && (mine?.[differing] ?? 0) < (least?.[differing] ?? 0)
}
