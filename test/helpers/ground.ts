import { cpSync } from 'node:fs'
import { afterAll } from 'vitest'
import type { World } from './world.ts'

/**
 * Makes worlds in which some lines were typed before: they are typed once for all tests of a file, and each world is given a copy of
 * all that they have left, which takes a fraction of what it takes to type them.
 */
export const worldsAfter = <W extends World>(
  create: () => Promise<W>,
  lay: (world: W) => Promise<unknown>,
): (() => Promise<W>) => {
  let ground: Promise<W> | undefined
  afterAll(async () => (await ground)?.remove())
  const makeGround = async (): Promise<W> => {
    const world = await create()
    await lay(world)
    return world
  }
  return async () => {
    const [{ folder }, world] = [await (ground ??= makeGround()), await create()]
    cpSync(folder, world.folder, { recursive: true })
    return world
  }
}
