import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../src/wire/connect.ts'
import { parseAddress } from '../../../src/wire/network/address.ts'
import { remote } from '../../../src/wire/network/pool.ts'
import { retrying } from '../../../src/wire/resilience/retry.ts'
import { hostile } from '../hostile.ts'

test('a page that is read ahead when a command ends is not tried again', async () => {
  let asked: () => void = () => undefined
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const server = await hostile(() => asked())
  onTestFinished(() => server.close())
  const service = remote({ address: parseAddress(server.url) })
  let attempts = 0
  const api = connect(
    retrying({}, (request) => {
      attempts++
      return service.transport(request)
    }),
  )
  const page = api.projects.list({}).then(
    () => 'answered',
    () => 'given up',
  )
  await isAsked
  await service.close()
  expect({ page: await page, attempts }).toEqual({ page: 'given up', attempts: 1 })
})
