import { drawTree } from './completions/drawing.ts'
import { type Packed, pack } from './completions/packing.ts'
import { createContext } from './context.ts'
import { processIo } from './io.ts'
import { createProgram } from './program.ts'

/** The whole command tree, drawn and packed: what the build writes to `tree.json` for completion. No start loads this. */
export const draw = (): Packed => pack(drawTree(createProgram(createContext(processIo('')), { whole: true })))
