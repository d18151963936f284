import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFiles } from '../helpers/files.ts'
import { packages } from '../helpers/programs.ts'

/** Packages that every Debian has. */
const essential = ['bash', 'bsdutils', 'coreutils', 'util-linux']

test('CI installs each program that a test may lack', () => {
  const line = readFileSync('.ci/run', 'utf8')
    .match(/^for tool in (.*?); do$/ms)![1]!
    .replaceAll('\\\n', ' ')
  const installed = line.split(/\s+/).map((tool) => tool.split(':').at(-1)!)
  expect(Object.values(packages).filter((name) => ![...essential, ...installed].includes(name))).toEqual([])
})

test('each program that a test may lack has a package', async () => {
  const asked = Object.entries(await readFiles('test'))
    .filter(([file]) => file.endsWith('.test.ts'))
    .flatMap(([, text]) => [...text.matchAll(/\blacks\(('[^)]*')\)/g)])
    .flatMap(([, words = '']) => [...words.matchAll(/'([^']+)'/g)].map(([, word]) => word!))
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((program) => !Object.hasOwn(packages, program))).toEqual([])
})
