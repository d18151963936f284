/** Returns the cycles of a graph that maps each name to the names it needs: each cycle once, in the order of the walk. */
export const circlesIn = (graph: ReadonlyMap<string, Iterable<string>>): string[][] => {
  const circles: string[][] = []
  const done = new Set<string>()
  const walk = (name: string, path: readonly string[]): void => {
    const at = path.indexOf(name)
    if (at >= 0) circles.push(path.slice(at))
    if (at >= 0 || done.has(name)) return
    for (const next of graph.get(name) ?? []) walk(next, [...path, name])
    done.add(name)
  }
  for (const name of graph.keys()) walk(name, [])
  return circles
}
