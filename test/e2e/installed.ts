import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../helpers/world.ts'

/**
 * Installs a copy of this clone's testctl at a path that is still free. The SQLite engines, one for each system, are only linked: they
 * are nine tenths of an installation, and no test changes them.
 */
export const install = (place: string): void => {
  const engines = join(root, 'dist/sqlite')
  for (const part of ['bin', 'dist', 'package.json', 'src/demo'])
    cpSync(join(root, part), join(place, part), { recursive: true, filter: (path) => path !== engines })
  symlinkSync(engines, join(place, 'dist/sqlite'))
}
