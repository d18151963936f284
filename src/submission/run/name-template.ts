import { UsageError } from '../../errors.ts'
import type { Io } from '../../system/io.ts'
import { readCheckout } from '../../system/git.ts'
import { type Fact, type CiSystem, systemOf, ciSystems } from '../../system/ci-systems.ts'

/** The environment, the time, and the folder whose Git repository is the fallback if no CI system has the value. */
type Surroundings = { env: Io['env']; now: Date; cwd?: string | undefined }

/**
 * Fills in the template of a run's name. `{branch}`, `{commit}` (its first seven digits), `{build}` and `{job}` come
 * from the variables of the CI system, `{branch}` and `{commit}` otherwise from the repository. `{date}` and `{time}`
 * are in UTC; `{{` is a brace. Throws a UsageError for a placeholder that is unknown, has no value, or is not closed.
 */
export const fillTemplate = (text: string, surroundings: Surroundings): string =>
  text.replace(/\{\{|\{([^{}]*)\}?/g, (written, word: string | undefined) => {
    if (word === undefined) return '{'
    if (!written.endsWith('}'))
      throw new UsageError(`the brace of ${written} is not closed`, { hint: 'write a brace as {{' })
    return valueOf(word, surroundings)
  })

const facts = ['branch', 'commit', 'build', 'job'] as const satisfies readonly Fact[]
const known = [...facts, 'date', 'time']

const valueOf = (word: string, { env, now, cwd }: Surroundings): string => {
  if (word === 'date') return now.toISOString().slice(0, 10)
  if (word === 'time') return now.toISOString().slice(11, 16)
  const fact = facts.find((one) => one === word)
  if (fact === undefined)
    throw new UsageError(`there is no {${word}} to fill in`, {
      hint: `there are ${known.map((one) => `{${one}}`).join(' ')}; write a brace as {{`,
    })
  const system = systemOf(env)
  const value = (system && read(system, fact, env)) ?? readRepository(fact, cwd)
  if (value === undefined) throw missing(fact, system)
  return value
}

const read = (system: CiSystem, fact: Fact, env: Io['env']): string | undefined => {
  for (const source of system[fact]) {
    const { from, without } = typeof source === 'string' ? { from: source, without: undefined } : source
    const value = plain(without ? env[from]?.replace(without, '') : env[from])
    // Buildkite says HEAD until the code is checked out.
    if (value === '' || (fact === 'commit' && value === 'HEAD')) continue
    return fact === 'commit' && /^[0-9a-f]{8,}$/i.test(value) ? value.slice(0, 7) : value
  }
  return undefined
}

const readRepository = (fact: Fact, cwd: string | undefined): string | undefined => {
  if (cwd === undefined || (fact !== 'branch' && fact !== 'commit')) return undefined
  const value = readCheckout(cwd)[fact]
  return fact === 'commit' ? value?.slice(0, 7) : value && plain(value)
}

// A job may have any name; the name of a run is one line.
const plain = (value = ''): string =>
  value
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()

const nowhere = (fact: Fact): string =>
  fact === 'branch' || fact === 'commit'
    ? `there is no ${fact} of git here, and this is not a CI system that testctl knows`
    : 'this is not a CI system that testctl knows'

const missing = (fact: Fact, system: CiSystem | undefined): UsageError => {
  const hint = `the shell can fill it in: --name "CI $${fact.toUpperCase()}"`
  if (!system)
    return new UsageError(`{${fact}} has no value: ${nowhere(fact)}`, {
      hint: `${hint}; known are ${ciSystems.map(({ name }) => name).join(', ')}`,
    })
  const names = system[fact].map((source) => (typeof source === 'string' ? source : source.from))
  const where =
    names.length > 0 ? `nothing is in ${names.join(', ')} (${system.name})` : `${system.name} does not provide it`
  return new UsageError(`{${fact}} has no value: ${where}`, { hint })
}
