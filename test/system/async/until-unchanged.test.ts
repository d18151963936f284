import { expect, test } from 'vitest'
import { ChangedMeanwhileError, InterruptedError, RejectedError } from '../../../src/errors.ts'
import { untilUnchanged } from '../../../src/system/async/until-unchanged.ts'

const { signal: stop } = new AbortController()
const changed = () => new ChangedMeanwhileError('the case was changed since it was read', { status: 412 })

test('a change is made again from what is there now, until nobody was faster', async () => {
  const firsts: boolean[] = []
  const attempt = async (isFirst: boolean) => {
    firsts.push(isFirst)
    if (firsts.length < 3) throw changed()
    return 'done'
  }
  expect(await untilUnchanged(attempt, { stop })).toBe('done')
  expect(firsts).toEqual([true, false, false])
})

test('after so many attempts it is said that nothing was changed', async () => {
  let made = 0
  const attempt = async () => {
    made++
    throw changed()
  }
  await expect(untilUnchanged(attempt, { stop, attempts: 3 })).rejects.toMatchObject({
    message: 'the case was changed since it was read, at each of 3 attempts: nothing was changed',
    hint: 'run it again',
    exitCode: 5,
  })
  expect(made).toBe(3)
})

test('another error is none to try again for', async () => {
  const refused = new RejectedError('no', { status: 412 })
  await expect(untilUnchanged(() => Promise.reject(refused), { stop })).rejects.toBe(refused)
})

test('Ctrl-C ends the wait', async () => {
  const stopping = new AbortController()
  const attempt = async () => {
    stopping.abort(new InterruptedError('interrupted'))
    throw changed()
  }
  await expect(untilUnchanged(attempt, { stop: stopping.signal })).rejects.toBeInstanceOf(InterruptedError)
})
