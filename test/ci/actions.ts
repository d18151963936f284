import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../repository/sources.ts'

/** A step of a pipeline: the shell that runs it, its lines, and its variables. */
export type Step = { shell: string; lines: string; env: Record<string, string> }

type Action = {
  inputs: Record<string, { required?: boolean; default?: string }>
  runs: { using: string; steps: { shell: string; run: string; env: Record<string, string> }[] }
}

/** Reads an action of this repository. */
export const readAction = (name: string): Action =>
  parse(readFileSync(join(root, '.github/actions', name, 'action.yml'), 'utf8')) as Action

/** Returns the steps of an action for GitHub, filled in with the inputs of a workflow. Throws if inputs are missing or unknown. */
export const stepsOf = (name: string, given: Readonly<Record<string, string>>): Step[] => {
  const { inputs, runs } = readAction(name)
  const missing = Object.entries(inputs).filter(([input, { required }]) => required && !(input in given))
  const strange = Object.keys(given).filter((input) => !(input in inputs))
  if (missing.length + strange.length > 0) throw new Error(`inputs of ${name}: ${JSON.stringify({ missing, strange })}`)
  const valueOf = (input: string) => given[input] ?? inputs[input]!.default!
  const filled = (text: string) => text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => valueOf(input))
  return runs.steps.map(({ shell, run, env }) => {
    if (shell !== 'bash') throw new Error(`${shell} is no shell that every runner has`)
    return {
      shell: 'bash --noprofile --norc -eo pipefail',
      lines: run,
      env: Object.fromEntries(Object.entries(env).map(([variable, value]) => [variable, filled(value)])),
    }
  })
}
