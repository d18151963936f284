import { worldsAfter } from '../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

/**
 * Makes seeded worlds whose project WEB has only its first three cases, which is enough for commands that read or write all cases of
 * a project. `lay` prepares the world further. Called once by each test file.
 */
export const worldsOfFewCases = (
  lay: (world: SeededWorld) => Promise<unknown> = async () => undefined,
): (() => Promise<SeededWorld>) =>
  worldsAfter(createSeededWorld, async (world) => {
    await world.prints('testctl cases delete WEB-C4-C14 --yes')
    await lay(world)
  })
