import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Api } from '../../src/contract/index.ts'
import { once } from '../../src/system/async/once.ts'
import { createService } from '../../src/service/index.ts'
import { openStore } from '../../src/store/index.ts'
import { createWorld, type Seen, type World } from './world.ts'

type Typed = Parameters<World['type']>[1]

/** A world whose service has data: every identifier that the help pages mention exists. */
export type SeededWorld = World & {
  /** Types a line that has to succeed, and returns its stdout. If it has no terminal, stderr has to be empty. */
  prints: (line: string, typed?: Typed) => Promise<string>
  /** The same with `--json`; returns the parsed JSON. */
  json: <T = Record<string, unknown>>(line: string, typed?: Typed) => Promise<T>
  /** Types a line that has to fail and print nothing to stdout. Returns its exit code and stderr. */
  fails: (line: string, typed?: Typed) => Promise<Pick<Seen, 'exitCode' | 'stderr'>>
  /** Types a line, and returns the requests that it sends: `GET /v1/projects?limit=1000&offset=0`, with `ID` for every id. */
  requests: (line: string, typed?: Typed) => Promise<string[]>
  /** Looks up the id of an identifier such as `WEB-C1`. */
  idOf: (identifier: string) => Promise<string>
}

/**
 * Creates a world with two projects. WEB has 14 cases, 2 milestones and 7 runs: R1 with T1 and T2, R2 with T3 to T5, R3 with T6, R7 with
 * T7 to T18. OLD is there to be deleted. ana created all of it on 2 January 2024.
 */
export const createSeededWorld = async (env?: Record<string, string>): Promise<SeededWorld> => {
  const world = await createWorld(env)
  copyFileSync(await template(), join(world.folder, 'team.db'))
  const { type } = world
  const prints: SeededWorld['prints'] = async (line, typed) => {
    const { stdout, stderr, exitCode } = await type(line, typed)
    expect({ line, exitCode, stderr }).toEqual({
      line,
      exitCode: 0,
      stderr: typed?.terminal === undefined ? '' : stderr,
    })
    return stdout
  }
  const json: SeededWorld['json'] = async (line, typed) => JSON.parse(await prints(`${line} --json`, typed)) as never
  return {
    ...world,
    prints,
    json,
    fails: async (line, typed) => {
      const { stdout, stderr, exitCode } = await type(line, typed)
      expect({ line, stdout }).toEqual({ line, stdout: '' })
      expect(exitCode).not.toBe(0)
      return { exitCode, stderr }
    },
    requests: async (line, typed) => {
      const { stderr } = await type(`${line} -v`, typed)
      return [...stderr.matchAll(/^> (.*)$/gm)].map(([, request = '']) => hideIds(request))
    },
    idOf: async (identifier) => {
      const noun = { C: 'cases', R: 'runs', T: 'tests', M: 'milestones' }[identifier.replace(/.*-|\d/g, '')]
      return (await json<{ id: string }>(`testctl ${noun} get ${identifier}`)).id
    },
  }
}

/** Replaces every id in a text by `ID`. */
export const hideIds = (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')

/** Returns the path of the store that each seeded world copies. A process makes it once. */
export const template = once(async (): Promise<string> => {
  const { folder } = await createWorld()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const store = await openStore(`file:${folder}/team.db`)
  await seed(createService(store, () => new Date('2024-01-02T03:04:05.678Z'))('ana'))
  await store.close()
  return join(folder, 'team.db')
})

const names = [
  'logs in',
  'logs out',
  'resets the password',
  'searches',
  'filters by price',
  'adds to the cart',
  'removes from the cart',
  'pays by card',
  'pays by invoice',
  'ships abroad',
  'tracks a parcel',
  'returns a parcel',
  'writes a review',
  'reads reviews',
]

const seed = async (api: Api): Promise<void> => {
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: 'globe', color: '#3366ff' })
  await api.projects.create({ name: 'Old shop', identifier: 'OLD', icon: 'folder', color: '#999999' })
  const projectId = project.id
  const cases: string[] = []
  for (const [at, name] of names.entries()) {
    const written = {
      preconditions: at === 0 ? 'There is an account.' : '',
      steps: at === 0 ? [{ action: 'Open the page', expectation: 'The form is shown' }] : [],
      customFields: { area: at < 3 ? 'login' : 'shop', weight: at },
    }
    cases.push((await api.cases.create({ projectId, name, ...written })).case.id)
  }
  const m1 = await api.milestones.create({ projectId, name: 'Release 1.0', testRunIds: [] })
  await api.milestones.create({ projectId, name: 'Release 2.0', testRunIds: [] })
  const contents = [cases.slice(0, 2), cases.slice(0, 3), cases.slice(3, 4), [], [], [], cases.slice(0, 12)]
  for (const [at, caseIds] of contents.entries()) {
    const milestone = at === 0 ? { milestoneId: m1.milestone.id } : {}
    const { testRun } = await api.runs.create({ projectId, name: `Nightly ${at + 1}`, caseIds, ...milestone })
    if (at === 6) await setResults(api, testRun.id)
  }
  const of = async (identifier: string) => (await api.tests.get({ identifier })).test.id
  await api.comments.create({ resourceId: cases[0]!, content: 'Needs a second account.' })
  await api.comments.create({ resourceId: await of('WEB-T1'), content: 'Fails on Tuesdays.' })
  await api.comments.create({ resourceId: await of('WEB-T1'), content: 'And on Wednesdays.' })
}

/** T7 to T18: four passed, two failed and assigned, one in progress, the rest untested. */
const setResults = async (api: Api, testRunId: string): Promise<void> => {
  const { tests } = await api.tests.list({ testRunId })
  for (const [at, { id: testId }] of tests.entries()) {
    if (at < 4) await api.tests.update({ testId, result: 'passed' })
    else if (at < 6) await api.tests.update({ testId, result: 'failed', assignedTo: at === 4 ? 'ana' : 'ben' })
    else if (at < 7) await api.tests.update({ testId, result: 'inProgress' })
  }
}
