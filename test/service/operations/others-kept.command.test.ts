import { expect, test } from 'vitest'
import { addProject, openProject } from '../fixture.ts'

/** Creates two of everything: a change to the second of a kind must leave the first as it was. */
const open = async () => {
  const opened = await openProject()
  const { api, clock, project, caseIds } = opened
  const other = (await addProject(api, 'APP')).project
  await api.cases.update({ caseId: caseIds[0]!, customFields: { kind: 'smoke' } })
  const runs = []
  const milestones = []
  const comments = []
  for (const name of ['One', 'Two']) {
    const { testRun } = await api.runs.create({ projectId: project.id, name, caseIds: caseIds.slice(0, 2) })
    const { tests } = await api.tests.list({ testRunId: testRun.id })
    runs.push({ id: testRun.id, tests })
    milestones.push((await api.milestones.create({ projectId: project.id, name, testRunIds: [testRun.id] })).milestone)
    comments.push((await api.comments.create({ resourceId: tests[0]!.id, content: name })).comment)
  }
  clock.time += 1000
  const first = async () => ({
    project: (await api.projects.list({})).projects[0],
    cases: (await api.cases.list({ projectId: project.id, customFields: { kind: 'smoke' } })).cases,
    run: (await api.runs.get({ identifier: 'WEB-R1', relations: ['tests'] })).testRun,
    test: (await api.tests.get({ identifier: 'WEB-T1', relations: ['comments'] })).test,
    milestone: (await api.milestones.get({ identifier: 'WEB-M1', relations: ['test_runs'] })).milestone,
  })
  return { ...opened, other, run: runs[1]!, milestone: milestones[1]!, comment: comments[1]!, first }
}

test('a change of one thing leaves every other of its kind as it was', async () => {
  const { as, other, caseIds, run, milestone, comment, first } = await open()
  const before = await first()
  expect(before).toMatchObject({ cases: [{}], run: { name: 'One', tests: [{}, {}] }, test: { comments: [{}] } })
  const bob = as('bob')
  const testId = run.tests[1]!.id
  const changes: (() => Promise<unknown>)[] = [
    () => bob.projects.update({ projectId: other.id, name: 'x' }),
    () => bob.cases.update({ caseId: caseIds[1]!, name: 'x', customFields: { kind: 'x' } }),
    () => bob.runs.update({ testRunId: run.id, name: 'x' }),
    () => bob.milestones.update({ milestoneId: milestone.id, name: 'x' }),
    () => bob.tests.update({ testId, result: 'failed', assignedTo: 'x' }),
    () => bob.comments.delete({ commentId: comment.id }),
    () => bob.tests.create({ testRunId: run.id, caseId: caseIds[2]! }),
    () => bob.runs.update({ testRunId: run.id, caseIdsToRemove: [caseIds[0]!] }),
    () => bob.tests.delete({ testId }),
    () => bob.milestones.delete({ milestoneId: milestone.id }),
    () => bob.runs.delete({ testRunId: run.id }),
    () => bob.cases.delete({ caseId: caseIds[2]! }),
    () => bob.projects.delete({ projectId: other.id }),
  ]
  for (const change of changes) {
    await change()
    expect(await first(), String(change)).toEqual(before)
  }
})
