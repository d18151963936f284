import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../repository/sources.ts'

/** An instruction of a Dockerfile: `RUN`, and what stands after it, in one line. */
export type Instruction = { name: string; text: string }

/** The stages of the Dockerfile, each from its FROM on, without comments. What stands before the first is left out. */
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

/** What an instruction of a stage says; the last one counts. */
export const told = (stage: readonly Instruction[], name: string): string =>
  stage.findLast((one) => one.name === name)?.text ?? ''

/** The words of a command that is executed without a shell; throws for one that needs a shell. */
export const wordsOf = (text: string): string[] => JSON.parse(text.replace(/^.*?(?=\[)/, '')) as string[]
