import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const nextOf = async (line: string): Promise<string | undefined> => {
  const { stderr } = await world.fails(`testctl ${line}`)
  return stderr.split('\n')[1]?.trim()
}

describe('where a part of the line is for the user to say, no line is there to be typed', () => {
  test.each([
    [
      "cases copy 'App case' -p OLD",
      "a case is copied by its identifier, which this shows: testctl cases list -p OLD --search 'App case'",
    ],
    ["tests get 'App case' -p OLD", "tests are listed by run: testctl tests list -p OLD <run> --search 'App case'"],
    ['tests search App -p OLD', 'such as: testctl tests list OLD-R7 --search App'],
    ['runs copy', 'such as: testctl runs create --name Again --from WEB-R7'],
    ['pass', 'such as: testctl tests set WEB-T12 passed'],
    ['tests set passed', 'such as: testctl tests set WEB-T12 passed'],
    ['milestones link WEB-M1 WEB-R1', 'such as: testctl runs update WEB-R7 --milestone WEB-M1'],
    ['submit -p WEB', 'such as: testctl runs submit report.xml --run WEB-R7 -p WEB'],
    ['runs submit --run WEB-R1', 'such as: testctl runs submit report.xml --run WEB-R1'],
    ['runs submit', 'such as: testctl runs submit report.xml --run WEB-R7'],
    [
      'projects create 123',
      'choose the prefix of its identifiers: testctl projects create --name 123 --identifier <PROJ>',
    ],
    [
      "projects create --name '日本'",
      "choose the prefix of its identifiers: testctl projects create --name '日本' --identifier <PROJ>",
    ],
    ['api tests.update passed', 'usage: testctl api tests.update --test-id <id> [flags]'],
    ['serve stop', 'a server ends with Ctrl-C in its terminal, or with SIGTERM to its process'],
  ])('testctl %s', async (line, next) => {
    expect(await nextOf(line)).toBe(next)
  })
})
