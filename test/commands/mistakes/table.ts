import { addressMistakes } from './addresses.ts'
import { nameMistakes } from './names.ts'
import { flagMistakes } from './flags.ts'
import { serverMistakes } from './servers.ts'

/** One mistake of a newcomer: what is typed, how it ends, and what must be said: the problem, and the next step. */
export type Mistake = {
  what: string
  line: string
  exitCode: number
  problem: RegExp
  next: RegExp
  env?: Record<string, string>
  stdin?: string
}

/** The mistakes of a newcomer that need no other machine; those that need a service or a file stand beside it. */
export const mistakes: readonly Mistake[] = [...addressMistakes, ...nameMistakes, ...flagMistakes, ...serverMistakes]
