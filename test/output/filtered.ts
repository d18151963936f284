import { createExpression } from '../../src/output/jq/index.ts'
import type { Io } from '../../src/system/io.ts'
import { root } from '../helpers/world.ts'
import { aTest, createIo, see } from './sights.ts'

/** The PATH of this machine. */
export const own = process.env['PATH'] ?? ''

type Setting = NonNullable<Parameters<typeof see>[0]> & { path?: string; cwd?: string }

/** Creates the Io of a process in this folder, with this PATH. */
export const ioWith = (folder: string, { path = own, cwd = folder, env, ...setting }: Setting): Io =>
  Object.assign(createIo(setting).io, { env: { ...process.env, ...env, PATH: path }, cwd, root })

/** Prints something through jq, and returns what is seen of it. */
export const filterIn =
  (folder: () => string) => (expression: string, setting: Setting, print: Parameters<typeof see>[1]) => {
    const jq = createExpression(ioWith(folder(), setting), expression, { pretty: setting.terminal !== undefined })
    return see({ format: 'json', openFilter: jq.open, ...setting }, print)
  }

/** Two tests; `list` prints them. */
export const rows = [aTest(1, { name: 'Login works' }), aTest(2, { name: 'two\nlines' })]
export const list = (printer: Parameters<Parameters<typeof see>[1]>[0]) => printer.list('tests', rows)
