import { expect, onTestFinished, test } from 'vitest'
import { serveStore } from '../../src/composition/serving.ts'
import { createOpening, createReadsOpening } from '../../src/composition/stores.ts'
import type { Flags } from '../../src/cli/flags.ts'
import type { Settings } from '../../src/config/index.ts'
import { TerminatedError } from '../../src/errors.ts'
import { openStore } from '../../src/store/index.ts'
import { createDatabase } from '../helpers/postgres.ts'
import { createIo } from '../output/sights.ts'
import { layCable } from '../store/postgres/cable.ts'

/** Starts a server that gets a signal and then Ctrl-C during its start: when it sends `word` to its database, which does not answer. */
const startInVain = async (word: RegExp) => {
  const { address } = await createDatabase()
  await (await openStore(address)).close()
  const [stop, hurry] = [new AbortController(), new AbortController()]
  const cable = await layCable(address, (sent) => {
    if (!word.test(sent)) return 'pass'
    setImmediate(() => {
      stop.abort(new TerminatedError('terminated'))
      hurry.abort()
    })
    return 'lose'
  })
  onTestFinished(cable.remove)
  const deps = {
    io: { ...createIo({ stop: stop.signal }).io, hurry: hurry.signal },
    flags: () => ({}) as Flags,
    settings: { find: async () => undefined } as unknown as Settings,
    expression: async () => undefined,
    onClose: (close: () => Promise<void>) => onTestFinished(close),
  }
  const parts = { io: deps.io, open: createOpening(deps, async () => undefined), openReads: createReadsOpening(deps) }
  return serveStore(parts, { store: cable.address, host: '127.0.0.1', port: 0, trustProxy: false, logLevel: 'error' })
}

// RELIABILITY 17

test('a signal ends the start of a server whose database does not answer: nothing was served', async () => {
  await expect(startInVain(/repeatable read/)).rejects.toBeInstanceOf(TerminatedError)
})

test('a signal while the first key is made does not wait for a database that does not answer', async () => {
  await expect(startInVain(/serializable/)).rejects.toThrow(/^the wait for the database .* was ended$/)
})

test('a signal while its database is looked at ends a server as any other does', async () => {
  const { engine, firstKey, stop } = await startInVain(/fsync/)
  expect(firstKey).toBeDefined()
  expect(engine).toBeUndefined()
  expect(await stop()).toBe(0)
})
