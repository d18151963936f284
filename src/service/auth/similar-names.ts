import { once } from '../../system/async/once.ts'

// The name of a key says who did something, so the names of two keys must not look alike. These letters of other scripts and digits
// look like Latin letters in most fonts (the common part of Unicode, UTS 39).
const lookalikes = {
  a: 'аɑα',
  b: 'Ьƅ',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еҽ',
  g: 'ɡ',
  h: 'һ',
  i: 'іıι',
  j: 'јϳ',
  l: 'I1|ӏІΙ',
  n: 'ո',
  o: 'оοօ',
  p: 'рρ',
  q: 'ԛ',
  s: 'ѕ',
  u: 'սυ',
  v: 'ѵν',
  w: 'ԝ',
  x: 'хχ',
  y: 'уγ',
  A: 'АΑ',
  B: 'ВΒ',
  C: 'СϹ',
  E: 'ЕΕ',
  H: 'НΗ',
  J: 'Ј',
  K: 'КΚ',
  M: 'МΜ',
  N: 'Ν',
  O: '0ОΟ',
  P: 'РΡ',
  S: 'Ѕ',
  T: 'ТΤ',
  X: 'ХΧ',
  Y: 'ҮΥ',
  Z: 'Ζ',
  '-': '‐‑‒–—−',
}

// Built when a name is first compared, not at every start.
const latinLetters = once(
  () => new Map(Object.entries(lookalikes).flatMap(([letter, others]) => [...others].map((one) => [one, letter]))),
)

/** Whether people can mistake one name for the other. */
export const looksAlike = (one: string, other: string): boolean => skeletonOf(one) === skeletonOf(other)

const skeletonOf = (name: string): string =>
  [...name.normalize('NFKC')]
    .map((letter) => latinLetters().get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/\s+/g, ' ')
