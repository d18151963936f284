import { drawTree } from './completions/command-tree.ts'
import { type Packed, pack } from './completions/packed-tree.ts'
import { createContext } from './composition/context.ts'
import type { Io } from './system/io.ts'
import { createWholeProgram } from './program.ts'

export { processIo } from './system/io.ts'

/** Returns the whole command tree as packed data, which the build writes to `tree.json` for completion. No start loads this. */
export const draw = async (io: Io): Promise<Packed> => pack(drawTree(await createWholeProgram(createContext(io))))
