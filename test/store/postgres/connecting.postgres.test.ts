import { expect, onTestFinished, test } from 'vitest'
import { createStore } from '../../helpers/postgres.ts'
import { insertProject, listProjects } from '../rows.ts'
import { layCable } from './cable.ts'
import { open } from './opened.ts'

test('a connection that is lost as soon as it is made is made again, and what waits for it is stored', async () => {
  const database = await createStore()
  let isWorking = false
  let cuts = 0
  const cable = await layCable(database.address, (sent) =>
    sent.includes('lock_timeout') && isWorking && cuts++ < 2 ? 'cut before' : 'pass',
  )
  onTestFinished(cable.remove)
  const store = await open(cable.address)
  isWorking = true
  cable.cut()
  expect([await insertProject(store, 'A'), await listProjects(store)]).toEqual(['A', ['A']])
  expect(cuts).toBeGreaterThanOrEqual(2)
})
