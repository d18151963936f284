import { addressMistakes } from './addresses.ts'
import { nameMistakes } from './names.ts'
import { flagMistakes } from './flags.ts'
import { serverMistakes } from './servers.ts'

/** A mistake of a newcomer: the line, its exit code, and the problem and next step that testctl must name. */
export type Mistake = {
  what: string
  line: string
  exitCode: number
  problem: RegExp
  next: RegExp
  env?: Record<string, string>
  stdin?: string
}

/** All mistakes that need no other machine. Those that need a service or a file are tested next to it. */
export const mistakes: readonly Mistake[] = [...addressMistakes, ...nameMistakes, ...flagMistakes, ...serverMistakes]
