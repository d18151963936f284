import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMachine } from '../../e2e/machine.ts'
import { readScreen, type Run } from './screen.ts'

/** How wide the terminal of the picture is. */
export const columns = 84

/** What is typed in the picture. Nothing of what is shown changes with the day or the machine. */
const typed = [
  "testctl runs submit report.xml --name 'Nightly 2' --create-cases --journal none",
  'testctl tests list R2 --columns identifier,name,result',
  'testctl runs diff R1 R2',
  'testctl tests set T9 passed',
]

/** Types it into a real terminal, in front of the built program, and gives what is on the screen then. */
export const recordSession = async (): Promise<Run[][]> => {
  const machine = await createMachine({ TERM: 'xterm-256color', TESTCTL_PROJECT: 'SHOP' })
  try {
    await writeFile(join(machine.folder, 'before.xml'), report({ takes: '<failure message="expected 9, got 10"/>' }))
    await writeFile(
      join(machine.folder, 'report.xml'),
      report({ shows: '<failure message="expected 29.70 €, got 29.69 €"/>', bank: '<skipped/>' }),
    )
    await machine.type('testctl projects create --name Shop --identifier SHOP')
    await machine.type("testctl runs submit before.xml --name 'Nightly 1' --create-cases")
    const lines: Run[][] = []
    for (const line of typed) {
      // A slow machine would show its progress.
      const command = `stty cols ${columns} && ${line.replace('testctl', 'testctl --progress none')}`
      const { stdout, exitCode } = await machine.shell(`script -qec ${JSON.stringify(command)} /dev/null`)
      if (exitCode !== 0) throw new Error(stdout)
      lines.push(...(lines.length > 0 ? [[]] : []), [
        { text: '$ ', styles: ['gray'] },
        { text: line, styles: ['prompt'] },
      ])
      lines.push(...readScreen(stdout))
    }
    return lines
  } finally {
    await machine.remove()
  }
}

const report = (inside: { shows?: string; takes?: string; bank?: string }): string => `<testsuites>
<testsuite name="Cart"><testcase name="adds a product"/><testcase name="removes a product"/>
<testcase name="shows the total">${inside.shows ?? ''}</testcase></testsuite>
<testsuite name="Checkout"><testcase name="takes a discount code">${inside.takes ?? ''}</testcase>
<testcase name="pays by card"/><testcase name="pays by bank transfer">${inside.bank ?? ''}</testcase></testsuite>
</testsuites>
`
