import { drawTree } from './completions/drawing.ts'
import { type Packed, pack } from './completions/packing.ts'
import { createContext } from './context.ts'
import type { Io } from './io.ts'
import { createWholeProgram } from './program.ts'

export { processIo } from './io.ts'

/** The whole command tree, drawn and packed: what the build writes to `tree.json` for completion. No start loads this. */
export const draw = async (io: Io): Promise<Packed> => pack(drawTree(await createWholeProgram(createContext(io))))
