import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callExample } from '../../../src/commands/api/example.ts'
import { operations } from '../../../src/contract/schema/operations.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'
import { machinePath } from '../../helpers/world.ts'

let world: SeededWorld

const all = operations()

describe('with a service of its own,', () => {
  beforeEach(async () => {
    world = await createSeededWorld()
  })
  afterEach(() => world.remove())

  test.each(all.map((operation) => [callExample(operation)]))('the example of its help works: %s', async (line) => {
    const comments = await world.json<{ id: string }[]>('testctl comments list WEB-T1')
    await world.prints(line.replace('7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11', comments[0]!.id))
  })

  test.each([
    ['api --json tests.update --test-id WEB-T1 --result passed', 'passed'],
    ['--json api tests.update --result failed --test-id WEB-T1', 'failed'],
    ['-p WEB api tests.update --test-id T1 --result inProgress', 'inProgress'],
    ['api -p WEB test.update --test-id T1 --result=untested --timeout 9s', 'untested'],
    ['api -f result=passed tests.update --test-id WEB-T1', 'passed'],
    ['api tests.update --test-id WEB-T1 --input - --result passed', 'passed'],
  ])('flags can stand anywhere: testctl %s', async (line, result) => {
    const { test } = JSON.parse(await world.prints(`testctl ${line}`, { stdin: '{"result":"failed"}' })) as {
      test: object
    }
    expect(test).toMatchObject({ result })
  })

  test('a list can be read to its end, in every form', async () => {
    const rows = JSON.parse(await world.prints('testctl api cases.list -p WEB --paginate')) as { displayId: number }[]
    expect(rows.map(({ displayId }) => displayId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    expect(await world.prints('testctl api projects.list --paginate --csv --columns name')).toBe(
      'name\r\nWeb\r\nOld shop\r\n',
    )
    expect(await world.prints('testctl api runs.list -p WEB --paginate --ndjson')).toMatch(/^(\{.*\}\n){7}$/)
    expect(await world.prints('testctl api milestones.list -p WEB --paginate --dry-run')).toMatch(
      /^GET .*limit=1000&offset=0\n$/,
    )
  })

  test.each([
    ["cases.list -p web --paginate --template '{identifier}'", /^WEB-C1\nWEB-C2\n/],
    ['runs.list --project-id WEB --paginate --csv --columns identifier', /^identifier\r\nWEB-R1\r\n/],
    ['tests.list --test-run-id WEB-R1 --paginate --quiet', /^WEB-T1\n/],
    ['milestones.list -p WEB --paginate --ndjson', /^\{"id":/],
    ["milestones.list -p WEB --paginate --jq '.[0] | keys[0]'", /^createdAt\n/],
  ])('%s names rows as they can be typed, and leaves JSON as it came', async (line, printed) =>
    expect(await world.prints(`testctl api ${line}`, { env: machinePath })).toMatch(printed),
  )

  test('-i prints status and headers of the response', async () =>
    expect(await world.prints('testctl api tests.get --identifier WEB-T1 -i')).toMatch(
      /^HTTP 200\ncontent-type: application\/json\n(.*\n)*\n\{"test":.*\}\n$/,
    ))

  test('--dry-run looks up what it must, and sends nothing', async () => {
    const requests = await world.requests('testctl api tests.update --test-id WEB-T1 --result passed --dry-run')
    expect(requests).toEqual(['GET /v1/tests/test/WEB-T1'])
    expect(
      await world.json<object[]>('testctl api tests.update --test-id WEB-T1 --result passed --dry-run'),
    ).toMatchObject([{ method: 'POST', body: { result: 'passed' } }])
  })

  test('what --field and --input give is not looked up', async () => {
    expect(await world.fails('testctl api tests.update -f testId=WEB-T1 -f result=passed')).toMatchObject({
      exitCode: 3,
    })
    expect(await world.fails(`testctl api tests.delete --input '{"testId":"WEB-T1"}'`)).toMatchObject({ exitCode: 3 })
  })
})
