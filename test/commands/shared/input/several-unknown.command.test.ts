import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { openServices, type Services, services } from './services.ts'

let world: SeededWorld
let there: Services
beforeAll(async () => {
  there = await openServices()
  world = there.world
})
afterAll(() => there.close())
const [one, two, three] = [1, 2, 3].map((last) => `00000000-0000-7000-8000-00000000000${last}`)

describe.each(services)('several that are not there, of $service', ({ service }) => {
  const env = () => there.envOf(service)

  test.each([
    ['runs create --name x --cases C91,C92,C93', 'case', 'cases'],
    ['runs update R1 --add-case C91,C92,C93', 'case', 'cases'],
    ['runs update R1 --remove-case C91,C92,C93', 'case', 'cases'],
    ['api runs.create --project-id WEB --name x --case-ids C91,C92,C93', 'case', 'cases'],
    ['milestones create --name x --runs R91,R92,R93', 'test run', 'runs'],
    ['milestones update M1 --runs R91,R92,R93', 'test run', 'runs'],
  ])('testctl %s names each of them once', async (line, label, noun) => {
    const letter = noun === 'cases' ? 'C' : 'R'
    expect(await world.fails(`testctl ${line}`, { env: env() })).toEqual({
      exitCode: 3,
      stderr: [
        `error: there is no ${label} WEB-${letter}91; and 2 more`,
        `  try: testctl ${noun} list -p WEB`,
        `  - there is no ${label} WEB-${letter}92`,
        `  - there is no ${label} WEB-${letter}93`,
        '',
      ].join('\n'),
    })
    const { stderr } = await world.fails(`testctl ${line} --json`, { env: env() })
    expect(JSON.parse(stderr)).toMatchObject({
      error: { issues: [91, 92, 93].map((number) => ({ path: `WEB-${letter}${number}` })) },
    })
  })

  test.each([
    [`runs create --name x --cases ${one},${two},${three}`, 'case', 'caseIds'],
    [`runs update R1 --add-case ${one},${two},${three}`, 'case', 'caseIdsToAdd'],
    [`milestones create --name x --runs ${one},${two},${three}`, 'test run', 'testRunIds'],
    [`milestones update M1 --runs ${one},${two},${three}`, 'test run', 'testRunIds'],
  ])('testctl %s leaves their places to --json', async (line, label, field) => {
    expect(await world.fails(`testctl ${line}`, { env: env() })).toEqual({
      exitCode: 5,
      stderr: [
        `error: ${one} is not a ${label} of this project; and 2 more`,
        `  - ${two} is not a ${label} of this project`,
        `  - ${three} is not a ${label} of this project`,
        '',
      ].join('\n'),
    })
    const { stderr } = await world.fails(`testctl ${line} --json`, { env: env() })
    expect(JSON.parse(stderr)).toMatchObject({
      error: { issues: [0, 1, 2].map((place) => ({ path: `${field}[${place}]` })) },
    })
  })
})

test('tests create takes one case, and says what takes several', async () => {
  expect(await world.fails('testctl tests create R1 --case C91,C92')).toEqual({
    exitCode: 2,
    stderr: 'error: --case takes one case\n  try: testctl runs update R1 --add-case C91,C92\n',
  })
})
