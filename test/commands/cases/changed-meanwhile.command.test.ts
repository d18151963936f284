import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SeededRemote, startSeededRemote } from '../../helpers/seeded-remote.ts'

// Changes that are computed from the current case, while others change the same case.

let there: SeededRemote
let caseId: string
beforeEach(async () => {
  there = await startSeededRemote()
  caseId = (await read()).id
})
afterEach(() => there.close())

const step = (action: string) => ({ action, expectation: '' })
const read = async () => (await there.remote.api.cases.get({ identifier: 'WEB-C1' })).case
const actions = async () => (await read()).steps.map(({ action }) => action)
const sent = () => there.remote.requests.filter(({ method }) => method === 'POST')

/** Changes the case before each of the next `times` updates by testctl, which has already read it. */
const meanwhile = (times = 1) => {
  let left = times
  there.remote.before = async ({ method, path }) => {
    if (method !== 'POST' || !path.endsWith(caseId) || left-- <= 0) return
    const { steps, customFields } = await read()
    const added = {
      steps: [...steps, step(`theirs ${left}`)],
      customFields: { ...customFields, [`theirs${left}`]: 'x' },
    }
    await there.remote.api.cases.update({ caseId, ...added })
  }
}

describe.each([
  ['in a file', (line: string) => there.world.type(line)],
  ['over HTTP', (line: string) => there.type(line)],
])('changes of one case at the same time, %s', (_, type) => {
  test('are all there', async () => {
    const numbers = Array.from({ length: 5 }, (_, at) => at)
    const seen = await Promise.all([
      ...numbers.map((at) => type(`testctl cases update WEB-C1 --add-step 'step ${at}'`)),
      ...numbers.map((at) => type(`testctl cases update WEB-C1 WEB-C2 --custom-field k${at}=v`)),
    ])
    expect(seen.filter(({ exitCode }) => exitCode !== 0)).toEqual([])
    const { steps, customFields } = await read()
    expect(steps.map(({ action }) => action).sort()).toEqual(['Open the page', ...numbers.map((at) => `step ${at}`)])
    expect(Object.keys(customFields)).toEqual(expect.arrayContaining(numbers.map((at) => `k${at}`)))
    expect(await there.world.json('testctl cases get WEB-C2')).toMatchObject({
      customFields: Object.fromEntries(numbers.map((at) => [`k${at}`, 'v'])),
    })
  })
})

describe('what somebody changes after the case was read', () => {
  test.each([1, 3])('stays beside a step that is added, %i times', async (times) => {
    meanwhile(times)
    expect(await there.type('testctl cases update WEB-C1 --add-step mine')).toMatchObject({ exitCode: 0, stderr: '' })
    expect(await actions()).toEqual([
      'Open the page',
      ...Array.from({ length: times }, (_, at) => `theirs ${times - 1 - at}`),
      'mine',
    ])
  })

  test('stays beside the changes of several cases', async () => {
    meanwhile()
    expect(await there.type('testctl cases update WEB-C1-C3 --custom-field mine=y')).toMatchObject({ exitCode: 0 })
    expect((await read()).customFields).toMatchObject({ mine: 'y', theirs0: 'x' })
  })

  test('stays beside what comes from the editor', async () => {
    const editor = join(there.world.folder, 'editor')
    await writeFile(editor, `#!/bin/sh\nsed -i 's/weight: 0/weight: 1/' "$1"\n`)
    await chmod(editor, 0o755)
    meanwhile()
    const env = { EDITOR: editor, PATH: process.env['PATH'] ?? '' }
    expect(await there.type('testctl cases edit WEB-C1', env)).toMatchObject({ exitCode: 0, stderr: '' })
    expect((await read()).customFields).toMatchObject({ weight: 1, theirs0: 'x' })
  })

  test('stays beside what an import sends, which leaves it to the next export', async () => {
    await there.type('testctl cases export cases.ndjson -p WEB')
    const file = join(there.world.folder, 'cases.ndjson')
    await writeFile(file, (await readFile(file, 'utf8')).replace('"weight":0', '"weight":1'))
    meanwhile()
    expect(await there.type('testctl cases import cases.ndjson -p WEB')).toMatchObject({ exitCode: 0 })
    expect((await read()).customFields).toMatchObject({ weight: 1, theirs0: 'x' })
    expect(await actions()).toEqual(['Open the page', 'theirs 0'])
  })

  test('makes a number of a step that is gone an error, and changes nothing', async () => {
    there.remote.before = async ({ method }) => {
      if (method === 'POST') await there.remote.api.cases.update({ caseId, steps: [] })
    }
    expect(await there.type('testctl cases update WEB-C1 --remove-step 1')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('there is no step "1"') as string,
    })
  })

  test('does not matter to a field that is replaced as a whole, which is sent without a condition', async () => {
    meanwhile()
    expect(await there.type('testctl cases update WEB-C1 --name New --step only')).toMatchObject({ exitCode: 0 })
    expect(sent().map(({ headers }) => headers['x-if-unchanged'])).toEqual([undefined])
    expect(await actions()).toEqual(['only'])
  })
})

test('a change whose answer was lost does not meet itself: it is done once, and told as done', async () => {
  let lost = false
  there.remote.after = ({ method }, response) => {
    if (method !== 'POST' || lost) return response
    lost = true
    return { status: 502, headers: {}, body: '{"message":"planted"}' }
  }
  expect(await there.type('testctl cases update WEB-C1 --add-step mine')).toMatchObject({ exitCode: 0, stderr: '' })
  expect(sent()).toHaveLength(2)
  expect(await actions()).toEqual(['Open the page', 'mine'])
})

test('a refusal of another service for a reason of its own is told at once', async () => {
  there.remote.before = async ({ method }) =>
    method === 'POST' ? { status: 412, headers: {}, body: '{"message":"The case is locked"}' } : undefined
  expect(await there.type('testctl cases update WEB-C1 --add-step mine')).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('The case is locked (412)') as string,
  })
  expect(sent()).toHaveLength(1)
})

test('a refusal after a lost answer is not called one: the change may have been made', async () => {
  const answers = [
    { status: 502, headers: {}, body: '{"message":"planted"}' },
    { status: 412, headers: {}, body: '{"message":"planted"}' },
  ]
  there.remote.before = async ({ method }) => (method === 'POST' ? answers.shift() : undefined)
  const { exitCode, stderr } = await there.type('testctl cases update WEB-C1 --custom-field mine=y')
  expect({ exitCode, stderr }).toEqual({
    exitCode: 6,
    stderr: expect.stringContaining('the case may or may not have been updated') as string,
  })
})

describe('a change whose answers are all lost', () => {
  beforeEach(() => {
    there.remote.after = ({ method }, response) =>
      method === 'POST' ? { status: 502, headers: {}, body: '{"message":"planted"}' } : response
  })

  test.each(['--add-step mine', '--remove-step 1', '--add-step mine --name New'])(
    'is unknown where to run it again would do it twice: %s',
    async (flags) => {
      const { exitCode, stderr } = await there.type(`testctl cases update WEB-C1 ${flags}`)
      expect({ exitCode, stderr }).toEqual({
        exitCode: 9,
        stderr: expect.stringMatching(
          /the case may or may not have been updated\n {2}look first: testctl cases get WEB-C1\n$/,
        ) as string,
      })
    },
  )

  test('of several is unknown, too', async () => {
    const { exitCode, stderr } = await there.type('testctl cases update WEB-C1 WEB-C2 --add-step mine')
    expect({ exitCode, stderr }).toEqual({ exitCode: 9, stderr: expect.stringContaining('2 unknown') as string })
  })

  test.each(['--custom-field mine=y', '--edit-step 1=x', '--name New'])(
    'may be run again where that does the same: %s',
    async (flags) => {
      const { exitCode, stderr } = await there.type(`testctl cases update WEB-C1 ${flags}`)
      expect({ exitCode, stderr }).toEqual({
        exitCode: 6,
        stderr: expect.stringMatching(/may or may not have been updated\n {2}run it again, with -v/) as string,
      })
    },
  )
})

test('a service that does not know the condition does the change in any case', async () => {
  there.remote.before = async ({ method, headers }) => {
    if (method !== 'POST') return
    delete (headers as Record<string, string>)['x-if-unchanged']
    await there.remote.api.cases.update({ caseId, steps: [step('theirs')] })
  }
  expect(await there.type('testctl cases update WEB-C1 --add-step mine')).toMatchObject({ exitCode: 0, stderr: '' })
  expect(await actions()).toEqual(['Open the page', 'mine'])
})
