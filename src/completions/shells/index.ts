import { bash } from './bash.ts'
import type { Shell } from '../expected-values.ts'
import { fish } from './fish.ts'
import { powershell } from './powershell.ts'
import { zsh } from './zsh.ts'

/**
 * The completion script of each shell. They never change with the command tree: they ask `testctl __complete`.
 * DECISIONS 29
 */
export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell }
