import { expect, test } from 'vitest'
import { readStages, told, wordsOf } from './dockerfile.ts'

const stages = readStages()
const final = stages.at(-1)!

test('the image runs nothing to be made, and has a user of its own, a volume and the port', () => {
  expect(final.map(({ name }) => name)).not.toContain('RUN')
  expect(told(final, 'USER')).toBe('65532:65532')
  expect(told(final, 'VOLUME')).toBe('/data')
  expect(told(final, 'WORKDIR')).toBe('/data')
  expect(told(final, 'EXPOSE')).toBe('8787')
})

test('its commands need no shell', () => {
  expect(wordsOf(told(final, 'ENTRYPOINT'))).toEqual(['/usr/local/bin/testctl'])
  expect(wordsOf(told(final, 'CMD'))).toEqual(['serve', '--host', '0.0.0.0'])
  expect(wordsOf(told(final, 'HEALTHCHECK'))[0]).toBe('/usr/local/bin/node')
})

test('what it is made of comes from stages that are there', () => {
  const names = stages.flatMap((stage) => / AS (\w+)$/.exec(told(stage, 'FROM'))?.[1] ?? [])
  const used = final.flatMap(({ text }) => /--from=(\w+)/.exec(text)?.[1] ?? [])
  expect(used.toSorted()).toEqual(names.toSorted())
})
