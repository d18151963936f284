import { writeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { loadJq } from 'jq-wasm'
import type { Io } from '../../system/io.ts'
import { passOutput } from './engine-output.ts'
import { longInput } from './readied.ts'
import { useBaselineCompiler } from '../../system/web-assembly.ts'

/**
 * jq itself, for a machine that has none: reads JSON from stdin and writes what the expression, the last word, makes of it,
 * strings raw; `-c` writes each in a line. Gives the exit code of jq. bin runs it, in a process
 * of its own, which can be ended: `testctl __jq words…`. With `--ready` it compiles the expression before it reads, and
 * writes an empty line when it has.
 */
export const runEngine = async (
  words: readonly string[],
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
): Promise<number> => {
  const isReadied = words.includes('--ready')
  const early = isReadied ? undefined : await readAll(stdin)
  // With fewer characters, to optimise jq takes longer than it saves. DECISIONS 258
  useBaselineCompiler(early === undefined || early.length < longInput)
  const output = passOutput()
  const { raw } = await loadJq()
  try {
    const flags = words.slice(0, -1).filter((word) => word !== '-r' && word !== '--ready')
    const run = (input: string): number => {
      const { stderr: errorText, exitCode } = raw(input, words.at(-1) ?? '.', flags)
      output.flush()
      if (errorText !== '') stderr.write(`${errorText}\n`)
      return exitCode
    }
    if (early !== undefined) return run(early)
    // Without any input it is compiled, and not run.
    const exitCode = run('')
    if (exitCode !== 0) return exitCode
    writeSync(1, '\n')
    return run(await readAll(stdin))
  } catch (error) {
    stderr.write(`jq: error: ${(error as Error).message}\n`)
    return failed
  }
}

const failed = 5

const readAll = async (stdin: Readable): Promise<string> => {
  let text = ''
  stdin.setEncoding('utf8')
  for await (const piece of stdin) text += piece as string
  return text
}
