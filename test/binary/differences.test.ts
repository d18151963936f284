import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { differences } from './differences.ts'

test.each(differences)(
  'what is left out for a program without Node is there: $file $title',
  ({ file, title, reason }) => {
    const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
    for (const part of title.split(' > ')) expect(text).toContain(part)
    expect(reason).toMatch(/\S/)
  },
)
