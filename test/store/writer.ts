import { createService } from '../../src/service/index.ts'
import { openStore } from '../../src/store/index.ts'

// A program that writes into a store. Prints on stdout each write that was confirmed, a line each.
// Usage: writer FILE LANES ROUNDS

const [file = '', lanes = '1', rounds = '1'] = process.argv.slice(2)

const store = await openStore(`file:${file}`)
const api = createService(store)(`writer ${process.pid}`)
const say = (line: string) => process.stdout.write(`${line}\n`)

const findProject = async () => {
  const { projects } = await api.projects.list({})
  if (projects[0]) return projects[0]
  try {
    return (await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })).project
  } catch {
    // Another writer was first.
    return (await api.projects.list({})).projects[0]!
  }
}

const projectId = (await findProject()).id
const testRunId = (await api.runs.create({ projectId, name: 'R', caseIds: [] })).testRun.id
say(`run ${testRunId}`)

const write = async () => {
  for (let round = 0; round < Number(rounds); round++) {
    const made = await api.cases.create({ projectId, name: 'Case', preconditions: '', steps: [] })
    say(`case ${made.case.id}`)
    const { test } = await api.tests.create({ testRunId, caseId: made.case.id })
    say(`test ${test.id}`)
    await api.tests.update({ testId: test.id, result: 'passed' })
    say(`passed ${test.id}`)
  }
}

await Promise.all(Array.from({ length: Number(lanes) }, write))
await store.close()
