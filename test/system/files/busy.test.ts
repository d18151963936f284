import { expect, test } from 'vitest'
import { retryWhileOpen } from '../../../src/system/files/busy.ts'

const refusing = (times: number, code: string) => {
  const work = () => {
    work.calls += 1
    if (work.calls <= times) throw Object.assign(new Error(code), { code })
    return 'done'
  }
  work.calls = 0
  return work
}

test.each(['EPERM', 'EACCES', 'EBUSY'])('on Windows a file that others have open is tried again: %s', async (code) => {
  const work = refusing(2, code)
  expect(await retryWhileOpen(work, { isWindows: true })).toBe('done')
  expect(work.calls).toBe(3)
})

test('a refusal that lasts is told', async () => {
  const work = refusing(9, 'EPERM')
  await expect(retryWhileOpen(work, { isWindows: true, attempts: 3 })).rejects.toThrow('EPERM')
  expect(work.calls).toBe(3)
})

test('what trying again cannot help is told at once, and elsewhere everything is', async () => {
  for (const [code, isWindows] of [
    ['ENOSPC', true],
    ['EPERM', false],
  ] as const) {
    const work = refusing(9, code)
    await expect(retryWhileOpen(work, { isWindows })).rejects.toThrow(code)
    expect(work.calls).toBe(1)
  }
})
