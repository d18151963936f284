import { access, constants, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { installationOf } from '../../system/installation.ts'
import type { Io } from '../../system/io.ts'
import { captureOutput } from './capture.ts'
import { pipe, type Program } from './spawn.ts'

/**
 * Returns the jq on the PATH if its `--version` says that it is one, otherwise the bundled jq. DECISIONS 72
 */
export const findJq = async (io: Io): Promise<Program> => {
  const file = await lookUp(io)
  return file !== undefined && (await isJq(io, file)) ? [file] : own(io)
}

/** Whether this is the bundled jq. */
export const isBundled = (program: Program): boolean => program.at(-1) === '__jq'

const own = ({ node, root }: Io): Program =>
  installationOf(root) === 'binary' ? [node, '__jq'] : [node, join(root, 'bin/testctl.js'), '__jq']

/** Finds the first jq on the PATH. The current folder is never searched, even if the PATH names it: other people may write there. */
const lookUp = async ({ env, cwd, platform }: Io): Promise<string | undefined> => {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder) && resolve(folder) !== cwd)
  for (const folder of folders) {
    const file = join(folder, platform === 'win32' ? 'jq.exe' : 'jq')
    if (await isProgram(file)) return file
  }
  return undefined
}

const isProgram = async (file: string): Promise<boolean> => {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}

/** Whether a file is a jq. Another program may have that name, and may hang. */
const isJq = async (io: Io, file: string): Promise<boolean> => {
  const { stdout, exitCode } = await captureOutput(pipe(io, [file], ['--version']), {
    timeoutMs: 5000,
    stop: io.stop,
  })
  return exitCode === 0 && /^(jq|gojq|jaq)[- ]v?\d/.test(stdout)
}
