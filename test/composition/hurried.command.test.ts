import { afterEach, expect, test, vi } from 'vitest'
import { createWires } from '../../src/composition/transports.ts'
import type { Flags } from '../../src/cli/flags.ts'
import type { Settings } from '../../src/config/index.ts'
import { InterruptedError, UnknownOutcomeError } from '../../src/errors.ts'
import { connect } from '../../src/wire/connect.ts'
import { createIo } from '../output/sights.ts'
import { hostile } from '../wire/hostile.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((close) => close()))
})

test('a second Ctrl-C ends the wait for a change, and says that nobody knows', async () => {
  // Stops the clock, so that the time that a change has after the first Ctrl-C never ends.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [stop, hurry] = [new AbortController(), new AbortController()]
  const service = await hostile(() => {
    stop.abort(new InterruptedError('interrupted'))
    setImmediate(() => hurry.abort())
  })
  open.push(service.close)
  const deps = {
    io: { ...createIo({ stop: stop.signal }).io, hurry: hurry.signal },
    flags: () => ({}) as Flags,
    settings: { find: async () => undefined } as unknown as Settings,
    expression: async () => undefined,
    onClose: (close: () => Promise<void>) => void open.push(close),
  }
  const wire = await createWires(deps, () => Promise.reject(new Error('no store is opened')))({ url: service.url })
  const create = connect(wire).milestones.create({ projectId: 'p', name: 'n', testRunIds: [] })
  await expect(create).rejects.toThrow(UnknownOutcomeError)
})
