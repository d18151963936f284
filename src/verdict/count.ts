/** Says how many there are: `1 test`, `12 tests`. */
export const counted = (count: number, one = 'test'): string => `${count} ${one}${count === 1 ? '' : 's'}`
