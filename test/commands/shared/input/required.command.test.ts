import { expect, onTestFinished, test } from 'vitest'
import { createWorld } from '../../../helpers/world.ts'

/** Returns the lines of the error for a command line that lacks something. */
const refused = async (line: string): Promise<string[]> => {
  const world = await createWorld()
  onTestFinished(world.remove)
  const { stdout, stderr, exitCode } = await world.type(`testctl ${line}`)
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  return stderr
    .trim()
    .split('\n')
    .map((text) => text.trim().replace(/^error: /, ''))
}

const isMissing = (flag: string) => `required option '${flag}' not specified`
const lacksTo = isMissing('--to <name>')
const lacksCase = isMissing('--case <case>')
const lacksName = isMissing('--name <name>')
const lacksIdentifier = isMissing('--identifier <PROJ>')

test.each([
  ['tests assign T1 to ana', lacksTo, 'try: testctl tests assign T1 --to ana'],
  ['tests assign ana T1', lacksTo, 'try: testctl tests assign T1 --to ana'],
  ['tests assign - ana', lacksTo, 'try: testctl tests assign - --to ana'],
  ['tests create C1 R1', lacksCase, 'try: testctl tests create R1 --case C1'],
  ['runs create R1 C1 C2', lacksName, 'try: testctl runs update R1 --add-case C1,C2'],
  ['milestones create R1 M1', lacksName, 'try: testctl runs update R1 --milestone M1'],
  ['milestones create R1 R2', lacksName, 'usage: testctl milestones create --name <name> [flags]'],
  ["projects create 'Web Shop'", lacksName, "try: testctl projects create --name 'Web Shop' --identifier WEBSHOP"],
  ['projects create Web --identifier SHOP', lacksName, 'try: testctl projects create --name Web --identifier SHOP'],
  ['projects create WEB --identifier WEB', lacksName, 'try: testctl projects create --name WEB --identifier WEB'],
  ['projects create WEB --name WEB', lacksIdentifier, 'try: testctl projects create --identifier WEB --name WEB'],
  ['projects create --name Web x', lacksIdentifier, "try: testctl projects create --name 'Web x' --identifier WEBX"],
  ['projects create --name Web -- x', lacksIdentifier, 'try: testctl projects create --name Web --identifier x'],
  [
    'projects create --name Web x y',
    lacksIdentifier,
    "try: testctl projects create --name 'Web x y' --identifier WEBXY",
  ],
  ["projects create 'My Shop' SHOP", lacksName, "try: testctl projects create --name 'My Shop' --identifier SHOP"],
  ["projects create SHOP 'My Shop'", lacksName, "try: testctl projects create --name 'My Shop' --identifier SHOP"],
  ['runs create Foo', lacksName, 'try: testctl runs create --name Foo --all-cases'],
  ['runs create', lacksName, 'try: testctl runs create --name Nightly --all-cases'],
  ['runs create --empty', lacksName, 'try: testctl runs create --empty --name Nightly'],
  ['milestones create v1 R1 R2', lacksName, 'try: testctl milestones create --name v1 --runs R1,R2'],
  ['runs create Nightly C1,C2', lacksName, 'try: testctl runs create --name Nightly --cases C1,C2'],
  ['milestones create v1 R1,R2', lacksName, 'try: testctl milestones create --name v1 --runs R1,R2'],
  ['projects create WEB Webshop', lacksName, 'try: testctl projects create --name Webshop --identifier WEB'],
  ['runs create Nightly C1 C2', lacksName, 'try: testctl runs create --name Nightly --cases C1,C2'],
  ['projects create --name Web', lacksIdentifier, 'try: testctl projects create --name Web --identifier WEB'],
])('a line that lacks an option is shown with it: testctl %s', async (line, message, next) => {
  expect(await refused(line)).toEqual([message, next])
})

test('a second case to edit is no name of the first', async () => {
  expect((await refused('cases edit C1 C2'))[1]).toBe('try: testctl cases edit C1 && testctl cases edit C2')
})

test.each([
  ['runs create --nmae x', '--nmae', '--name'],
  ['runs create --nmae=x', '--nmae', '--name'],
  ['projects create --name Web --ident WEB', '--ident', '--identifier'],
  ['runs create --case C1', '--case', '--cases'],
  ['tests assign T1 --too ana', '--too', '--to'],
])(
  'an option that is misspelled is told before the one that is missing then: testctl %s',
  async (line, typed, meant) => {
    expect(await refused(line)).toEqual([`unknown option '${typed}'`, `did you mean ${meant}?`])
  },
)

test.each([
  ['runs create --title x', 'try: testctl runs create --name x --all-cases'],
  ['runs create --milestone --nmae', 'usage: testctl runs create --name <name> [flags]'],
  ['runs create -- --nmae x', 'usage: testctl runs create --name <name> [flags]'],
])('another word for an option, a value, and what stands behind -- are none: testctl %s', async (line, next) => {
  expect(await refused(line)).toEqual([lacksName, next])
})
