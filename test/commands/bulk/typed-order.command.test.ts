import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Remote, startRemote } from '../../helpers/remote.ts'
import { createWorld, type World } from '../../helpers/world.ts'

const key = 'canary-0123456789'
let remote: Remote
let world: World
beforeEach(async () => {
  remote = await startRemote(key)
  world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  const { project } = await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const caseIds: string[] = []
  for (const name of ['one', 'two', 'three', 'four']) {
    const request = { projectId: project.id, name, preconditions: '', steps: [], customFields: {} }
    caseIds.push((await remote.api.cases.create(request)).case.id)
  }
  await remote.api.runs.create({ projectId: project.id, name: 'Nightly', caseIds })
})
afterEach(async () => {
  await remote.close()
  await world.remove()
})

/** Waits for four changes that are sent together, then refuses them in reverse order. */
const refuseBackwards = (method: string): void => {
  const answers: (() => void)[] = []
  remote.before = async (request) => {
    if (request.method !== method) return undefined
    await new Promise<void>((resolve) => {
      if (answers.push(resolve) < 4) return
      for (const [at, answer] of answers.toReversed().entries()) setTimeout(answer, at * 20)
    })
    return { status: 404, headers: {}, body: '{"message":"not now"}' }
  }
}

test.for([
  ['DELETE', 'cases delete C3 C1 C4 C2 --yes', 'C'],
  ['POST', 'cases update C3 C1 C4 C2 --name new', 'C'],
  ['POST', 'tests set T3 T1 T4 T2 passed', 'T'],
])('%s: of testctl %s, what is refused is listed as it was typed', async ([method = '', line = '', letter = '']) => {
  const typed = [3, 1, 4, 2].map((number) => `WEB-${letter}${number}`)
  refuseBackwards(method)
  const asJson = await world.type(`testctl ${line} -p WEB --json`)
  expect(asJson.exitCode).toBe(3)
  const { error } = JSON.parse(asJson.stderr) as { error: { issues: { path: string }[] } }
  expect(error.issues.map(({ path }) => path)).toEqual(typed)
  refuseBackwards(method)
  const asText = await world.type(`testctl ${line} -p WEB`)
  expect(asText.stderr.match(/WEB-[CT]\d/g)).toEqual(typed)
})
