import { getBuiltinModule } from 'node:process'

/**
 * Chooses how V8 compiles WebAssembly functions that first run from now on: by the baseline compiler only, or by the optimising one as
 * well. To optimise takes longer than all that a short command does with them, and the process waits for that at its end. TRAPS 17
 */
export const useBaselineCompiler = (use: boolean): void => {
  const { setFlagsFromString } = getBuiltinModule('node:v8')
  for (const flag of ['wasm-tier-up', 'wasm-dynamic-tiering']) setFlagsFromString(use ? `--no-${flag}` : `--${flag}`)
}
