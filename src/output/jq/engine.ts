import { writeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { loadJq } from 'jq-wasm'
import type { Io } from '../../system/io.ts'
import { passOutput } from './engine-output.ts'
import { longInput } from './readied.ts'
import { useBaselineCompiler } from '../../system/web-assembly.ts'

/**
 * Runs the bundled jq, for a machine that has none: reads JSON from stdin and writes the results of the expression, which is the
 * last word, with strings raw; `-c` writes one result per line. Returns the exit code of jq. `bin` runs it in a process of its
 * own, which can be killed: `testctl __jq words…`. With `--ready` it compiles the expression before it reads stdin, and then
 * writes an empty line.
 */
export const runEngine = async (
  words: readonly string[],
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
): Promise<number> => {
  const isReadied = words.includes('--ready')
  const early = isReadied ? undefined : await readAll(stdin)
  // For shorter input, optimising jq takes longer than it saves. DECISIONS 258
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
    // With empty input jq compiles the expression, but does not run it.
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
