import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../repository/sources.ts'

/** An instruction of a Dockerfile: its name, such as `RUN`, and the text after it, in one line. */
export type Instruction = { name: string; text: string }

/** Parses the stages of the Dockerfile, each from its FROM on. Leaves out comments and everything before the first FROM. */
export const readStages = (): Instruction[][] => {
  const text = readFileSync(join(root, 'src/docker/Dockerfile'), 'utf8')
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, text: rest })
  }
  return stages
}

/** Returns the text of the last instruction of that name in a stage. */
export const told = (stage: readonly Instruction[], name: string): string =>
  stage.findLast((one) => one.name === name)?.text ?? ''

/** Parses the words of a command that is executed without a shell. Throws if the command needs a shell. */
export const wordsOf = (text: string): string[] => JSON.parse(text.replace(/^.*?(?=\[)/, '')) as string[]
