import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../helpers/world.ts'

const { exportValues } = (await import(join(root, 'bin/exports.mjs'))) as { exportValues: (code: string) => string }

const getter = (name: string, value: string): string =>
  `Object.defineProperty(exports,"${name}",{enumerable:!0,get:function(){return ${value}}})`

test.each([
  ['a constant', 'const x=1;'],
  ['a function', 'function x(){}'],
  ['what a function beside it reads', 'let x=1;const y=()=>x;'],
])('%s is exported as a value', (_, code) => {
  expect(exportValues(`${code}${getter('a', 'x')},${getter('b', 'x')};`)).toBe(`${code}exports.a=x,exports.b=x;`)
})

test.each([
  ['assigned to', 'let x=1;const y=()=>{x=2};'],
  ['counted', 'let x=1;const y=()=>x++;'],
  ['taken out of a list', 'let x=1;const y=(z)=>{[x]=z};'],
  ['filled by a loop', 'let x=1;const y=(z)=>{for(x of z);};'],
])('what is %s later keeps the function that reads it', (_, code) => {
  expect(exportValues(`${code}${getter('a', 'x')};`)).toBe(`${code}${getter('a', 'x')};`)
})

test('only what stands at the end of a file is an export: before it, nothing has its value yet', () => {
  const code = `${getter('a', 'x')};const x=1;`
  expect(exportValues(code)).toBe(code)
})
