import { blur, gramsOf, likeness } from './trigrams.ts'
import type { Unmatched } from './model.ts'
import type { Target } from '../../runs/read.ts'
import { withoutIds } from './id-scan.ts'
import { namesOf } from './names.ts'

/**
 * Finds similar targets for unmatched results and sets their `nearest`: up to three whose names resemble the
 * whole or the bare name, the most similar first, equally similar ones in the order of the list. Only for the
 * first thousand: more are too many to read. DECISIONS 36
 */
export const sayNearest = (unmatched: readonly Unmatched[], targets: readonly Target[]): void => {
  if (unmatched.length === 0 || targets.length === 0) return
  const index = indexOf(targets)
  for (const one of unmatched.slice(0, mostAsked)) {
    const [whole, , , bare] = namesOf(one.outcome)
    const nearest = nearestTo(new Set([whole, bare].map((name) => blur(withoutIds(name)))), index)
    if (nearest.length > 0) one.nearest = nearest
  }
}

const mostAsked = 1000
const mostSaid = 3
// Names that are less than half alike are not similar.
const enough = 0.5

/**
 * The targets by the trigrams of their names. `places` lists the targets of each trigram, from its entry in `starts` up to the
 * next entry. `seen` counts for each target the trigrams that it shares with the current name, and is all zero between two names.
 */
type Index = {
  targets: readonly Target[]
  blurred: readonly string[]
  /** How many trigrams each target has. */
  sizes: Uint16Array
  starts: Uint32Array
  places: Uint32Array
  seen: Uint16Array
}

const indexOf = (targets: readonly Target[]): Index => {
  const blurred = targets.map(({ name }) => blur(withoutIds(name)))
  const starts = new Uint32Array(65_537)
  for (const name of blurred) for (const gram of gramsOf(name, 3)) starts[gram]! += 1
  for (let gram = 1; gram < starts.length; gram++) starts[gram]! += starts[gram - 1]!
  const places = new Uint32Array(starts[65_536]!)
  // Fills the range of each trigram from its end, so that its start moves down to where the range begins.
  for (let place = blurred.length - 1; place >= 0; place--)
    for (const gram of gramsOf(blurred[place]!, 3)) places[(starts[gram]! -= 1)] = place
  const sizes = Uint16Array.from(blurred, (name) => name.length + 2)
  return { targets, blurred, sizes, starts, places, seen: new Uint16Array(targets.length) }
}

const nearestTo = (names: ReadonlySet<string>, index: Index): Target[] => {
  const best = new Map<number, number>()
  for (const name of names) {
    if (name === '') continue
    const pairs = gramsOf(name, 2)
    for (const place of candidatesFor(name, index)) {
      const like = likeness(pairs, gramsOf(index.blurred[place]!, 2))
      if (like >= enough) best.set(place, Math.max(like, best.get(place) ?? 0))
    }
  }
  return [...best]
    .sort(([one, less], [other, more]) => more - less || one - other)
    .slice(0, mostSaid)
    .flatMap(([place]) => index.targets[place] ?? [])
}

/** Returns the places of the few targets that share the most trigrams with a name, in proportion to both lengths. */
const candidatesFor = (name: string, { sizes, starts, places, seen }: Index): number[] => {
  const grams = [...new Set(gramsOf(name, 3))]
  const countOf = (gram: number) => starts[gram + 1]! - starts[gram]!
  grams.sort((one, other) => countOf(one) - countOf(other) || one - other)
  const touched: number[] = []
  // Rare trigrams say the most. Those that half of all names have would cost the most, and say nothing.
  let room = mostPlaces
  for (const gram of grams) {
    const end = Math.min(starts[gram + 1]!, starts[gram]! + room)
    for (let at = starts[gram]!; at < end; at++) {
      const place = places[at]!
      if (seen[place] === 0) touched.push(place)
      seen[place]! += 1
    }
    room -= end - starts[gram]!
    if (room <= 0) break
  }
  const levels = new Uint32Array(101)
  const levelOf = (place: number) => Math.min(100, Math.floor((200 * seen[place]!) / (grams.length + sizes[place]!)))
  for (const place of touched) levels[levelOf(place)]! += 1
  let lowest = 100
  for (let count = levels[100]!; count < mostCompared && lowest > 0; count += levels[lowest]!) lowest--
  const likely: number[] = []
  const perhaps: number[] = []
  for (const place of touched) {
    const level = levelOf(place)
    if (level > lowest) likely.push(place)
    else if (level === lowest && perhaps.length < mostCompared) perhaps.push(place)
    seen[place] = 0
  }
  return [...likely, ...perhaps].slice(0, mostCompared)
}

const mostPlaces = 5000
const mostCompared = 32
