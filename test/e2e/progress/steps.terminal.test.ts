import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacks, pathOf } from '../../helpers/programs.ts'
import { createService } from '../../../src/service/index.ts'
import { openStore } from '../../../src/store/index.ts'
import { seedLargeRun } from '../seed.ts'
import { type Waiting, openWaiting, later, gone } from './waiting.ts'

let there: Waiting
beforeEach(async () => {
  there = await openWaiting()
})
afterEach(() => there.close())

describe.skipIf(lacks('script', 'stty'))('each step of something long says what it is', () => {
  const report = (count: number) =>
    `<testsuite>${Array.from({ length: count }, (_, at) => `<testcase name="Fresh ${at}"/>`).join('')}</testsuite>`

  test('a submission, and its undoing', async () => {
    await writeFile(join(there.machine.folder, 'report.xml'), report(64))
    there.remote.before = ({ method }) => (method === 'GET' ? undefined : later(250))
    const seen = await there.onTerminal(
      'testctl runs submit report.xml -p WEB --name Fresh --create-cases --comments all --journal j.ndjson',
    )
    for (const said of ['creating cases', 'setting results', 'writing comments'])
      expect(seen).toMatch(new RegExp(`\\r${said} \\[#* *\\] \\d+ of 64, `))
    expect(seen).toMatch(/code 0\r\n$/)
    const undone = await there.onTerminal('testctl runs undo j.ndjson')
    for (const said of ['putting back', 'taking comments away'])
      expect(undone).toMatch(new RegExp(`\\r${said} \\[#* *\\] \\d+ of 64, `))
    expect(undone.slice(undone.lastIndexOf(gone))).toContain('put back   64 results')
  })

  test('reading a run page by page, with how many tests it has', async () => {
    await seedLargeRun(there.machine.folder, 2500)
    there.remote.before = () => later(400)
    const seen = await there.onTerminal('testctl runs status WEB-R8')
    expect(seen).toMatch(/\rreading tests \[#+ +\] [12]000 of 2500, \d+\/s, \d s left/)
    expect(seen.slice(seen.lastIndexOf(gone))).toContain('WEB-R8 Large')
  })

  test('jq that takes its time', async () => {
    const { folder, env } = there.machine
    await mkdir(join(folder, 'bin'))
    await writeFile(join(folder, 'bin/jq'), slowJq, { mode: 0o755 })
    env['PATH'] = [join(folder, 'bin'), env['PATH']].join(delimiter)
    const seen = await there.onTerminal('testctl projects list --jq length')
    expect(seen).toMatch(/\rwaiting for jq, 1 s\u001b\[K/)
    expect(seen).toMatch(/\r\u001b\[K2\r\ncode 0\r\n$/)
  })

  test('what comes from stdin says nothing before it comes: somebody else may have the terminal until then', async () => {
    await writeFile(join(there.machine.folder, 'report.xml'), report(3))
    const seen = await there.onTerminal('(sleep 1.6; echo now >&2; cat report.xml) | testctl reports read -')
    expect(seen).toMatch(/^now\r\n/)
  })

  test('a large file, before SQLite goes through it in one go', async () => {
    there.machine.env['TESTCTL_URL'] = 'file:./team.db'
    const store = await openStore('file:./team.db', { folder: there.machine.folder })
    const api = createService(store)('ana')
    const [project] = (await api.projects.list({})).projects
    const projectId = String(project?.id)
    for (let at = 0; at < 40; at++)
      await api.cases.create({ projectId, name: `Large ${at}`, preconditions: 'x'.repeat(900_000), steps: [] })
    await store.close()
    const seen = await there.onTerminal('testctl store check')
    expect(seen).toMatch(/^\rchecking\u001b\[K/)
    expect(seen.slice(seen.lastIndexOf(gone))).toContain('No problems found')
    expect((await there.machine.type('testctl store check')).stderr).toBe('')
  })
})

/** A jq that sleeps before it works. An expression that takes as long would keep a processor busy. */
const slowJq = `#!/bin/sh
[ "$1" = --version ] && echo jq-1.7 && exit
json=$(cat)
[ -z "$json" ] || sleep 1.5
printf %s "$json" | ${pathOf('jq') ?? 'testctl __jq'} "$@"
`

describe.skipIf(lacks('script', 'stty'))('a terminal that is somebody else’s', () => {
  test('a command of exec has it alone', async () => {
    const child = `sh -c "printf begin; sleep 1.6; printf end; echo '<testsuite><testcase name=\\"x\\"/></testsuite>' > out.xml"`
    const seen = await there.onTerminal(`testctl exec --run WEB-R7 --report out.xml -- ${child}`)
    expect(seen).toContain('beginend')
  })
})
