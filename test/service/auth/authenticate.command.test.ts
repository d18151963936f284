import { expect, test } from 'vitest'
import { createAuthenticate, createService } from '../../../src/service/index.ts'
import { openEmptyStore } from '../fixture.ts'

test('the door lets in the one key, and calls its holder by name', async () => {
  const service = createService(await openEmptyStore())
  const door = createAuthenticate({ service, key: 'the-key', holder: 'eve' })
  for (const wrong of ['', 'the-ke', 'the-key ', 'THE-KEY', 'other', '\0'.repeat(7)])
    expect(door(wrong)).toBeUndefined()
  const made = await door('the-key')?.projects.create({ name: 'W', identifier: 'W', icon: '', color: '' })
  expect(made?.project.createdBy).toBe('eve')
})
