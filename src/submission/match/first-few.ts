/** Lists items for people: the first five, and `…` if there are more. */
export const some = <T>(items: readonly T[], nameOf: (item: T) => string = String): string =>
  [...items.slice(0, most).map((item) => nameOf(item)), ...(items.length > most ? ['…'] : [])].join(', ')

const most = 5
