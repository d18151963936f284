/** Adds an item to the list that a map has for a key. `Map.groupBy` needs Node 21. */
export const addTo = <Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void => {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}
