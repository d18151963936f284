import { getBuiltinModule } from 'node:process'

/**
 * Compiles WebAssembly with V8's baseline compiler alone, or with the optimising one as well, from when a function of it first
 * runs. To optimise takes longer than all that a short command does with it, and the process waits for that at its end. TRAPS 17
 */
export const useBaselineCompiler = (use: boolean): void => {
  const { setFlagsFromString } = getBuiltinModule('node:v8')
  for (const flag of ['wasm-tier-up', 'wasm-dynamic-tiering']) setFlagsFromString(use ? `--no-${flag}` : `--${flag}`)
}
