import { type Command, Option } from 'commander'
import { completing } from '../../../completions/expected-values.ts'
import { results } from '../../../contract/vocabulary.ts'
import { UsageError } from '../../../errors.ts'
import type { Gate } from '../../../runs/status/gate.ts'
import { choose, chooseNumber, isResult, chooseResult, refuseNoResults } from '../input/choices.ts'
import { collectList } from '../verbs/index.ts'

/** The flags of every command that ends with a verdict. */
export type GateFlags = { gate?: string[]; failOn?: string[]; maxFailed?: number; minPassed?: number }

/** Gives a command the flags that say when a run is good enough. */
export const addGateFlags = (command: Command): Command =>
  command
    .addOption(gateOption('--gate <results>', 'exit 8 if any test is one of these: failed,untested'))
    .addOption(gateOption('--fail-on <results>', 'the same as --gate').hideHelp())
    .option('--max-failed <number>', 'exit 8 if more tests than this failed', chooseNumber('--max-failed', 0))
    .option('--min-passed <percent>', 'exit 8 if less than this percentage passed: 99.5', choosePercent)

/** Returns the gate that the flags define; undefined if there are none. Throws a UsageError for a wrong word. */
export const chooseGate = ({ gate: typed, failOn, maxFailed, minPassed }: GateFlags): Gate | undefined => {
  const words = typed && failOn ? [...typed, ...failOn] : (typed ?? failOn)
  const gate = words?.map((word) => (isResult(word) ? chooseResult(word) : choose('result', word, gateWords)))
  if (gate === undefined && maxFailed === undefined && minPassed === undefined) return undefined
  refuseNoResults('--gate', gate)
  if (gate?.includes('passed'))
    throw new UsageError('--gate lists results that no test may have, so passed cannot be one of them', {
      hint: 'all must pass: --gate failed,inProgress,untested; most of them: --min-passed 95',
    })
  const named = new Set(gate)
  return { results: [...named], maxFailed, minPassed }
}

const gateOption = (flags: string, description: string): Option =>
  completing(new Option(flags, description).argParser(collectList), {
    words: results.filter((result) => result !== 'passed'),
    list: true,
  })

const gateWords = ['failed', 'untested', 'inProgress'] as const

const choosePercent = (typed: string): number => {
  const [, written] = /^([0-9]{1,3}(?:\.[0-9]{1,6})?)%?$/.exec(typed) ?? []
  const percent = Number(written)
  if (percent <= 100) return percent
  throw new UsageError(`--min-passed takes a percentage from 0 to 100, not ${JSON.stringify(typed)}`, {
    hint: 'such as --min-passed 95 or --min-passed 99.5%',
  })
}
