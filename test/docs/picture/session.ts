import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMachine, type Machine } from '../../e2e/machine.ts'
import { openTerminal, prompt } from '../../helpers/terminal.ts'
import { readScreen, type Run } from './screen.ts'

/** The width of the terminal of the picture, in columns. */
export const columns = 84

/** The lines that are typed in the picture. Their output does not change with the day or the machine. */
const typed = [
  "testctl runs submit report.xml --name 'Nightly 2' --create-cases --journal none",
  'testctl runs diff R1 R2',
]
const byHand = 'testctl runs execute R3'

/**
 * Types the lines into a real terminal with the built program, and returns what is on the screen. The last line executes a run by
 * hand; the screen shows its second test.
 */
export const recordSession = async (): Promise<Run[][]> => {
  const machine = await createMachine({ TERM: 'xterm-256color', TESTCTL_PROJECT: 'SHOP' })
  try {
    await writeFile(join(machine.folder, 'before.xml'), report({ takes: '<failure message="expected 9, got 10"/>' }))
    await writeFile(
      join(machine.folder, 'report.xml'),
      report({ shows: '<failure message="expected 29.70 €, got 29.69 €"/>', bank: '<skipped/>' }),
    )
    await machine.aside('testctl projects create --name Shop --identifier SHOP')
    await machine.aside("testctl runs submit before.xml --name 'Nightly 1' --create-cases")
    const lines: Run[][] = []
    for (const line of typed) {
      // Turns off progress, which a slow machine would show.
      const command = `stty cols ${columns} && ${line.replace('testctl', 'testctl --progress none')}`
      const { stdout, exitCode } = await machine.shell(`script -qec ${JSON.stringify(command)} /dev/null`)
      if (exitCode !== 0) throw new Error(stdout)
      lines.push(...promptLines(line), ...readScreen(stdout))
    }
    lines.push(...promptLines(byHand), ...readScreen(await executeByHand(machine)))
    return lines.slice(1)
  } finally {
    await machine.remove()
  }
}

const promptLines = (line: string): Run[][] => [
  [],
  [
    { text: '$ ', styles: ['gray'] },
    { text: line, styles: ['prompt'] },
  ],
]

/** Executes a run by hand up to its second test, ticks a step of that, and returns the screen. */
const executeByHand = async (machine: Machine): Promise<string> => {
  for (const line of [
    "testctl cases create --name 'Login works' --step 'Open the page => The form is shown'",
    `testctl cases create --name 'A wrong password is refused' --preconditions 'A user exists.' \
      --step 'Open the login page => The form is shown' --step 'Type a wrong password => "Wrong password"'`,
    "testctl cases create --name 'Logout works' --step 'Press Logout => The home page is shown'",
    "testctl runs create --name 'Release 1.0' --cases C7-C9 --assign ana",
  ])
    await machine.aside(line)
  const { TESTCTL_PROJECT = '' } = machine.env
  const terminal = await openTerminal([
    'env',
    `PS1=${prompt}`,
    `TESTCTL_URL=file:${machine.folder}/team.db`,
    `TESTCTL_PROJECT=${TESTCTL_PROJECT}`,
    'USER=ana',
    'TERM=xterm-256color',
    'bash',
    '--norc',
  ])
  try {
    await terminal.resize(columns, 24)
    await terminal.see(new RegExp(`${prompt}$`))
    await terminal.type(byHand, 'Enter')
    await terminal.see(/q quit$/m)
    await terminal.type('p')
    await terminal.see(/A wrong password is refused[^]*q quit$/m)
    await terminal.type(' ')
    await terminal.see(/✓ 1 Open/)
    const screen = await terminal.colors()
    await terminal.type('q')
    await terminal.see(new RegExp(`${prompt}$`))
    return screen.slice(screen.indexOf('\n') + 1).trimEnd()
  } finally {
    await terminal.close()
  }
}

const report = (inside: { shows?: string; takes?: string; bank?: string }): string => `<testsuites>
<testsuite name="Cart"><testcase name="adds a product"/><testcase name="removes a product"/>
<testcase name="shows the total">${inside.shows ?? ''}</testcase></testsuite>
<testsuite name="Checkout"><testcase name="takes a discount code">${inside.takes ?? ''}</testcase>
<testcase name="pays by card"/><testcase name="pays by bank transfer">${inside.bank ?? ''}</testcase></testsuite>
</testsuites>
`
