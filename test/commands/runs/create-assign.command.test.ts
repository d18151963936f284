import { expect, test } from 'vitest'
import { startRemote } from '../../helpers/remote.ts'
import { createWorld } from '../../helpers/world.ts'

const key = 'canary-0123456789'

test('tests that a new run could not assign are assigned by the line that is named', async () => {
  const remote = await startRemote(key)
  const world = await createWorld({ TESTCTL_URL: remote.url, TESTCTL_API_KEY: key })
  try {
    const { project } = await remote.api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
    for (const name of ['one', 'two', 'three'])
      await remote.api.cases.create({ projectId: project.id, name, preconditions: '', steps: [] })
    let updates = 0
    remote.before = async ({ method }) =>
      method === 'POST' && ++updates > 1 ? { status: 409, headers: {}, body: '{"message":"not now"}' } : undefined
    const { stderr, exitCode } = await world.type(
      "testctl runs create -p WEB --name N --all-cases --assign 'ana b,ben'",
    )
    delete remote.before
    expect(exitCode).toBe(7)
    const [, list = '', assign = ''] = /assign them: (testctl .*) \| (testctl .*)/.exec(stderr) ?? []
    const { stdout } = await world.type(list)
    expect(await world.type(assign, { stdin: stdout })).toMatchObject({ exitCode: 0 })
    const { tests } = (await remote.api.runs.get({ identifier: 'WEB-R1', relations: ['tests'] })).testRun
    expect(tests?.map(({ assignedTo }) => assignedTo)).toEqual(['ana b', 'ana b', 'ana b'])
  } finally {
    await remote.close()
    await world.remove()
  }
})
