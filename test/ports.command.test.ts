import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from './helpers/ports.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

// Other systems have nothing that reserves a port and ends with its process.
test.runIf(['linux', 'win32'].includes(process.platform))(
  'who chooses a port that another has, where nothing listens yet, gets the next one',
  async () => {
    const random = vi.spyOn(Math, 'random')
    const taken = await freePort()
    random.mockReturnValueOnce(Number(random.mock.results.at(-1)?.value))
    expect(await freePort()).not.toBe(taken)
    expect(random.mock.calls.length).toBeGreaterThan(2)
  },
)
