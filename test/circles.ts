/** The circles of a graph, from each name to those that it needs: each circle once, in the order in which it is walked. */
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
