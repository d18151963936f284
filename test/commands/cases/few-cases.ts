import { worldsAfter } from '../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

/**
 * Makes worlds in use whose project WEB has the first three of its cases, and in which a file's own lines were typed before: what reads
 * or writes the cases of a project goes through all of them, for which three do. Called once by each file.
 */
export const worldsOfFewCases = (
  lay: (world: SeededWorld) => Promise<unknown> = async () => undefined,
): (() => Promise<SeededWorld>) =>
  worldsAfter(createSeededWorld, async (world) => {
    await world.prints('testctl cases delete WEB-C4-C14 --yes')
    await lay(world)
  })
