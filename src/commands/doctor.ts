import { addExamples } from '../cli/examples.ts'
import type { Command } from 'commander'
import type { Context } from '../composition/context.ts'
import type { Check, ErrorClass } from '../doctor/index.ts'
import { chooseSymbols } from '../output/style/symbols.ts'
import { terminalWidth } from '../output/style/terminal-width.ts'

/** Adds `testctl doctor`: checks everything that testctl depends on here, prints each check, and says how to fix a problem. */
export const defineDoctor = (command: Command, context: Context): void => {
  addExamples(command, examples)
    .addHelpText('after', about)
    .action(() => examine(context))
}

const about = `
It checks the runtime, the settings, and the connection to the service: address,
proxy, DNS, TLS, the answer and its time, and whether the key is accepted. For a
service in a file it checks the folder, the disk, the store and its lock. For a
PostgreSQL store (TESTCTL_STORE) it lists the guarantees that its engine does
not give, and checks that each standby of TESTCTL_STORE_READS can be read.
Nothing is changed, and the key is never shown. Each check takes at most 10 s,
or the time of --timeout.

The exit code is 0 if nothing failed, even with warnings. Otherwise it is that
of the first failure: 2 for a setting, 4 for the key, 5 if another
server answers, 6 for the network, TLS, or a store that cannot be used.`

const examine = async (context: Context): Promise<void> => {
  const doctor = await context.doctor()
  const printer = await doctor.printer()
  const isTold = printer.format === 'table' && context.flags().columns === undefined
  const checks: Check[] = []
  const progress = context.progress('checking')
  await doctor
    .examine(async (check) => {
      checks.push(check)
      progress.step()
      if (isTold) await printer.answer(check, doctor.checkLines(check, sightOf(context)))
    })
    .finally(progress.done)
  const told = checks.map(({ name, status, message, hint = null }) => ({ name, status, message, hint }))
  if (printer.format === 'json') await printer.answer({ checks: told }, [])
  else if (!isTold) await printer.table(['name', 'status', 'message', 'hint'], told)
  complain(checks)
}

const sightOf = ({ io }: Context) => ({
  width: terminalWidth(io.stdout, io.env),
  symbols: chooseSymbols(io),
})

/** Throws the error of the first failed check, which sets the exit code; does nothing if none failed. */
const complain = (checks: readonly Check[]): void => {
  const failed = checks.filter(({ status }) => status === 'failed')
  const [first] = failed
  if (!first) return
  const Failure = first.kind as ErrorClass
  const others = failed.length - 1
  throw new Failure(`${first.name}: ${first.message}${others > 0 ? ` (and ${others} more)` : ''}`, { hint: first.hint })
}

const examples = ['testctl doctor', 'testctl doctor --json', 'testctl doctor --profile work --timeout 5s']
