import { expect, test } from 'vitest'
import { tagOfRuns } from '../../../src/contract/precondition/index.ts'
import { openProject, refusal } from '../fixture.ts'

const open = async () => {
  const opened = await openProject()
  const { api, project, caseIds } = opened
  const runs = []
  for (const name of ['One', 'Two', 'Three'])
    runs.push((await api.runs.create({ projectId: project.id, name, caseIds })).testRun)
  const runIds = runs.map(({ id }) => id)
  const { milestone } = await api.milestones.create({
    projectId: project.id,
    name: '1.0',
    testRunIds: runIds.slice(0, 2),
  })
  const namesOf = async (identifier: string) => {
    const read = await api.milestones.get({ identifier, relations: ['test_runs'] })
    return read.milestone.testRuns?.map(({ name }) => name)
  }
  return { ...opened, runs, runIds, milestone, namesOf }
}

test('a new milestone holds the runs that it was given, and does not show them unasked', async () => {
  const { api, milestone, runIds, namesOf, project } = await open()
  expect(milestone).toMatchObject({ displayId: 1, name: '1.0' })
  expect(milestone).not.toHaveProperty('testRuns')
  expect(await namesOf('WEB-M1')).toEqual(['One', 'Two'])
  const { testRuns } = await api.runs.list({ projectId: project.id })
  expect(testRuns.map(({ milestoneId }) => milestoneId)).toEqual([milestone.id, milestone.id, undefined])
  expect(runIds).toHaveLength(3)
})

test('an update on the condition of the runs that were read is refused where others are there', async () => {
  const { api, milestone, runIds, namesOf } = await open()
  const [one, two, three] = runIds as [string, string, string]
  const update = (testRunIds: string[], read: string[]) =>
    api.milestones.update({ milestoneId: milestone.id, testRunIds }, { unchanged: tagOfRuns(read) })
  await update([one, two, three], [two, one])
  const refused = { message: 'the milestone was changed since it was read', status: 412 }
  expect(await refusal(update([one], [one, two]))).toEqual(refused)
  expect(await namesOf('WEB-M1')).toEqual(['One', 'Two', 'Three'])
  const both = await Promise.all([[one, two], [three]].map((left) => refusal(update(left, runIds))))
  expect(both).toEqual([{ message: 'it was not refused' }, refused])
  expect(await namesOf('WEB-M1')).toEqual(['One', 'Two'])
})

test('an update replaces the set of runs', async () => {
  const { api, milestone, runIds, namesOf } = await open()
  const update = (testRunIds: string[]) => api.milestones.update({ milestoneId: milestone.id, testRunIds })
  await update([runIds[2]!, runIds[1]!])
  expect(await namesOf('WEB-M1')).toEqual(['Two', 'Three'])
  await update([])
  expect(await namesOf('WEB-M1')).toEqual([])
})

test('an update of the name leaves the runs', async () => {
  const { api, milestone, namesOf } = await open()
  expect((await api.milestones.update({ milestoneId: milestone.id, name: '1.1' })).milestone.name).toBe('1.1')
  expect(await namesOf('WEB-M1')).toEqual(['One', 'Two'])
})

test('a run belongs to one milestone: giving it to another moves it', async () => {
  const { api, project, runIds, namesOf } = await open()
  await api.milestones.create({ projectId: project.id, name: '2.0', testRunIds: [runIds[1]!] })
  expect([await namesOf('WEB-M1'), await namesOf('WEB-M2')]).toEqual([['One'], ['Two']])
})

test('only the runs whose milestone changes are marked as changed', async () => {
  const { api, as, project, milestone, runIds, clock } = await open()
  clock.time += 1000
  await as('bob').milestones.update({ milestoneId: milestone.id, testRunIds: [runIds[1]!, runIds[2]!] })
  const { testRuns } = await api.runs.list({ projectId: project.id })
  expect(testRuns.map(({ updatedBy }) => updatedBy)).toEqual(['bob', 'ana', 'bob'])
})

test('runs of another project are refused, and the milestone stays as it was', async () => {
  const { api, milestone, runIds, namesOf } = await open()
  const other = await api.projects.create({ name: 'App', identifier: 'APP', icon: '', color: '' })
  const foreign = await api.runs.create({ projectId: other.project.id, name: 'Foreign', caseIds: [] })
  const testRunIds = [runIds[2]!, foreign.testRun.id]
  expect(await refusal(api.milestones.update({ milestoneId: milestone.id, name: 'x', testRunIds }))).toMatchObject({
    status: 400,
    paths: ['testRunIds[1]'],
  })
  expect(await namesOf('WEB-M1')).toEqual(['One', 'Two'])
  expect((await api.milestones.get({ identifier: 'WEB-M1' })).milestone).toEqual(milestone)
})

test('deleting a milestone unlinks its runs', async () => {
  const { api, project, milestone } = await open()
  await api.milestones.delete({ milestoneId: milestone.id })
  const { testRuns } = await api.runs.list({ projectId: project.id })
  expect(testRuns.map(({ name }) => name)).toEqual(['One', 'Two', 'Three'])
  expect(testRuns.some((run) => 'milestoneId' in run)).toBe(false)
  for (const attempt of [
    api.milestones.get({ identifier: 'WEB-M1' }),
    api.milestones.update({ milestoneId: milestone.id, name: 'x' }),
    api.milestones.delete({ milestoneId: milestone.id }),
  ])
    expect(await refusal(attempt)).toMatchObject({ status: 404 })
})
