import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'

/** Throws a UsageError if the file that a flag writes is one of the input files, under whatever name. */
export const checkOutput = async (
  { io: { cwd } }: Pick<Context, 'io'>,
  { flag, name }: { flag: string; name: string },
  inputs: readonly string[],
): Promise<void> => {
  const idOf = async (file: string): Promise<string | undefined> => {
    const found = await stat(resolve(cwd, file), { bigint: true }).catch(() => undefined)
    return found?.isFile() ? `${found.dev}:${found.ino}` : undefined
  }
  const own = await idOf(name)
  for (const input of own === undefined ? [] : inputs)
    if (input !== '-' && (await idOf(input)) === own)
      throw new UsageError(`${flag} ${name} would overwrite the input ${input}`, { hint: 'name another file' })
}
