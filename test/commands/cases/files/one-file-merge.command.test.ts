import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// Conflict markers of git in a file of all cases. Without the check, both sides would be sent as one text.

let world: SeededWorld
const makeWorld = worldsOfFewCases()
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })

describe.each(['csv', 'yaml', 'json', 'ndjson'])('cases.%s', (ending) => {
  const path = () => join(world.folder, `cases.${ending}`)

  test('such a merge is told with its line, and nothing is sent', async () => {
    await world.prints("testctl cases update WEB-C1 --preconditions 'first\nsecond\nthird'")
    await type(`cases export cases.${ending} -p WEB`)
    const lines = (await readFile(path(), 'utf8')).split('\n')
    // A line inside the text of a case, if the format spreads it over several lines.
    const at = lines.findIndex((line) => line.includes('second'))
    const line = lines[at]!
    const merge = ['<<<<<<< HEAD', line, '=======', line.replace('second', 'other'), '>>>>>>> topic']
    await writeFile(path(), lines.toSpliced(at, 1, ...merge).join('\n'))
    const { stdout, stderr, exitCode } = await type(`cases import cases.${ending}`)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(stderr).toContain(`- cases.${ending}:${at + 1}: a merge of git is not finished here: keep one side`)
  })

  test('a case about such lines goes into the file and comes back', async () => {
    await world.prints("testctl cases update WEB-C1 --preconditions 'x\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n'")
    await type(`cases export cases.${ending} -p WEB`)
    expect((await type(`cases import cases.${ending}`)).stdout).toBe('= 3 unchanged\n')
  })
})
