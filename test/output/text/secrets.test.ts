import { expect, test } from 'vitest'
import { withoutSecrets } from '../../../src/output/text/secrets.ts'

test.each([
  ['postgres://ana:s3cret@db:5432/team', 'postgres://ana:***@db:5432/team'],
  ['PostgreSQL://ana:s3cret@db/team', 'PostgreSQL://ana:***@db/team'],
  ['try postgres://:s3cret@db now', 'try postgres://:***@db now'],
  ['"postgres://ana@corp:s3cret@one,two/team"', '"postgres://ana@corp:***@one,two/team"'],
  // Characters that an address would have to encode are masked as well.
  ['postgres://ana:s3/?#:cret@db/team', 'postgres://ana:***@db/team'],
  ['postgres://ana:s3 @cret@db/team', 'postgres://ana:***@db/team'],
  // A path that was made from an address.
  ['/home/ana/postgres:/ana:s3cret@db/team', '/home/ana/postgres:/ana:***@db/team'],
  ['https://ana:s3cret@db/team', 'https://ana:***@db/team'],
  ['postgres://db/team?user=ana&password=s3cret&x=1', 'postgres://db/team?user=ana&password=***&x=1'],
])('the password of %s is masked', (text, masked) => {
  expect(withoutSecrets(text)).toBe(masked)
})

test.each([
  'postgres://ana@db:5432/team',
  'postgres://db:5432/team has no user me@x',
  'https://tests.example.com:8443/@ana, ask ana@example.com',
  'it is written postgres://user:password@host:5432/database',
  'HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT',
  'file:./team.db',
  'cases.csv:12: ana@example.com',
])('%s has none', (text) => {
  expect(withoutSecrets(text)).toBe(text)
})

test.each([
  ["unknown command 'tctl_a1B2c3D4e5F6g7H8'", "unknown command 'tctl_***'"],
  ['testctl projects create --name tctl_a1B2c3D4e5F6', 'testctl projects create --name tctl_***'],
  ['there is a key tctl_a1B2… already', 'there is a key tctl_a1B2… already'],
])('the key in %s is masked', (text, masked) => {
  expect(withoutSecrets(text)).toBe(masked)
})
