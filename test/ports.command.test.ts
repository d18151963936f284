import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from './helpers/ports.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

// Elsewhere nothing keeps a port that goes away with its process.
test.runIf(['linux', 'win32'].includes(process.platform))(
  'who chooses a port that another has, where nothing listens yet, gets the next one',
  async () => {
    const first = Math.random()
    const random = vi.spyOn(Math, 'random').mockReturnValue(first)
    const taken = await freePort()
    random.mockReturnValueOnce(first).mockReturnValueOnce((first + 0.5) % 1)
    expect(await freePort()).not.toBe(taken)
    expect(random).toHaveBeenCalledTimes(3)
  },
)
