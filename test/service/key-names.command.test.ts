import { expect, test } from 'vitest'
import { createKeys } from '../../src/service/index.ts'
import { looksAlike } from '../../src/service/auth/similar-names.ts'
import { openEmptyStore, refusal } from './fixture.ts'

test.for<[one: string, other: string]>([
  ['ana', 'аnа'],
  ['CI', 'СІ'],
  ['deploy bot', 'deploy\u00a0bot'],
  ['ci-web', 'ci‐web'],
  ['ｃｉ', 'ci'],
  ['modern', 'modem'],
  ['bot 10', 'bot lO'],
])('%j looks like %j', ([one, other]) => expect(looksAlike(one, other)).toBe(true))

test.for<[one: string, other: string]>([
  ['ana', 'anna'],
  ['ci', 'CI'],
  ['rené', 'rene'],
  ['ci-1', 'ci-2'],
  ['Анна', 'Инна'],
])('%j does not look like %j', ([one, other]) => expect(looksAlike(one, other)).toBe(false))

test('a key whose name looks like that of another valid key is refused, and may be made when that one is gone', async () => {
  const keys = createKeys({ store: await openEmptyStore() })
  const create = (name: string) => keys.create({ name, role: 'writer', createdBy: 'root' })
  await create('ana')
  expect(await refusal(create('аna'))).toMatchObject({
    status: 409,
    message: 'that looks like the name of the key ana',
  })
  expect(await refusal(create('ana'))).toMatchObject({ status: 409, message: 'there is a key ana already' })
  await keys.revoke('ana', { evenLast: true })
  expect((await create('аna')).key.state).toBe('valid')
})

test.for(['ana\u3164', 'ana\ufe0f', 'a\u2800na', 'ana\u115f'])(
  'a name with a character that is not seen is refused: %j',
  async (name) => {
    const keys = createKeys({ store: await openEmptyStore() })
    const made = keys.create({ name, role: 'writer', createdBy: 'root' })
    expect(await refusal(made)).toMatchObject({ status: 400 })
  },
)
