import { type Command, Option } from 'commander'
import { chooseNumber, chooseReportFormat } from '../input/choices.ts'
import { addExportFlags, type ExportFlags } from '../runs/exports.ts'
import { addGateFlags, type GateFlags } from '../runs/gate-flags.ts'
import { collectList, collectValues } from '../verbs/index.ts'
import type { DestinationFlags } from './destination.ts'
import { type PolicyFlags, policyWords, type RuleFlags } from './rules.ts'

/** The flags of a submission, as `runs submit` and `exec` take them. */
export type SubmissionFlags = DestinationFlags &
  RuleFlags &
  PolicyFlags &
  GateFlags &
  ExportFlags & { explain?: boolean; format?: string; journal?: string }

/** Gives a command the flags of a submission. */
export const addSubmissionFlags = (command: Command): void => {
  const choice = (name: keyof typeof policyWords, value: string, description: string) => {
    const [usual, ...others] = policyWords[name]
    const summary = `${description}: ${[`${usual} (default)`, ...others].join(', ')}`
    return new Option(`--${name} <${value}>`, summary).choices(policyWords[name])
  }
  command
    .option('--run <run>', 'submit to this test run')
    .option('--name <name>', "create a run of this name, each time: 'CI {branch}'")
    .option('--reuse', 'with --name: use the run of this name, if any')
    .option('--milestone <milestone>', 'the milestone of the new run')
    .option('--create-cases', 'create missing cases, as --unmatched create')
    .addOption(choice('unmatched', 'what', 'unmatched results'))
    .option('--match-property <names>', 'read these properties instead of test_id, case_id', collectList)
    .option('--match-pattern <regexp>', 'a pattern for names: (?<case>…) or (?<test>…)', collectValues)
    .option('--mapping <file>', 'a file of lines such as: name => WEB-C12')
    .addOption(choice('fold', 'which', 'several results'))
    .addOption(choice('skipped', 'what', 'skipped'))
    .addOption(choice('flaky', 'what', 'failed first, then passed'))
    .option('--keep-newer <time>', 'keep results set after a UTC time or in the last 2h')
    .addOption(choice('comments', 'which', 'tests to comment on'))
    .option(
      '--comment-limit <number>',
      'maximum length of a comment (default 4000)',
      chooseNumber('--comment-limit', 100),
    )
    .option('--explain', 'show which rule found the test of each result')
    .option('--format <format>', 'format of the reports (default: detected)', chooseReportFormat)
    .option('--journal <file>', 'path of the journal for runs undo, or none')
  addGateFlags(command)
  addExportFlags(command, { appends: true })
}
