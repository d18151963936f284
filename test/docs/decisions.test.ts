import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../repository/sources.ts'
import { decisionsByArea, readDecisions } from '../repository/decisions.ts'

test('docs/decisions.md has what was decided about each part of the source', async () => {
  const decisions = readDecisions(readFileSync(join(root, 'src/DECISIONS.md'), 'utf8'))
  await expect(decisionsByArea(decisions)).toMatchFileSnapshot(join(root, 'src/docs/decisions.md'))
})
