import { expect, test } from 'vitest'
import { createTextRoom } from '../../src/runs/text-room.ts'

const contentOf = (length: number) => ({
  case: 'WEB-C1',
  section: 'Shop',
  preconditions: 'x'.repeat(length / 2),
  steps: [],
  comments: ['first', 'l'.repeat(length / 2 - 5)].map((content) => ({ by: 'ana', at: 1, content })),
})

test('what goes beyond the room for texts is cut to the beginning of the last comment, and counted', () => {
  const room = createTextRoom(2000)
  expect(room.keep(contentOf(1000), 'a')).toEqual(contentOf(1000))
  expect(room.cut()).toBe(0)
  expect(room.keep(contentOf(1200), 'b')).toEqual({
    ...contentOf(1200),
    preconditions: '',
    comments: [{ by: 'ana', at: 1, content: `${'l'.repeat(300)}…` }],
  })
  expect(room.cut()).toBe(1)
  expect(room.keep(contentOf(1000), 'c')).toEqual(contentOf(1000))
  expect(room.keep({ ...contentOf(10), preconditions: '', comments: [] }, 'd').section).toBe('Shop')
  expect(room.cut()).toBe(1)
})

test('a test that is read again takes its room once, and is counted once', () => {
  const room = createTextRoom(2000)
  for (let times = 0; times < 3; times++) {
    expect(room.keep(contentOf(1200), 'a')).toEqual(contentOf(1200))
    expect(room.keep(contentOf(1200), 'b').preconditions).toBe('')
    expect(room.cut()).toBe(1)
  }
})
