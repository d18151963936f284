import { describe, expect, test } from 'vitest'
import { lines, listed } from '../linereading.ts'
import { readWhole } from '../reading.ts'

describe('Dart and Flutter', () => {
  const begin = [
    { protocolVersion: '0.1.1', runnerVersion: '1.25', pid: 1, type: 'start', time: 0 },
    { suite: { id: 0, platform: 'vm', path: 'test/a_test.dart' }, type: 'suite', time: 0 },
    { group: { id: 2, suiteID: 0, parentID: null, name: '' }, type: 'group', time: 1 },
    { group: { id: 3, suiteID: 0, parentID: 2, name: 'shop' }, type: 'group', time: 1 },
    { group: { id: 4, suiteID: 0, parentID: 3, name: 'shop cart' }, type: 'group', time: 1 },
  ]
  const starts = (id: number, name = 'shop cart pays', groupIDs = [2, 3, 4]) => ({ test: { id, name, suiteID: 0, groupIDs, metadata: {} }, type: 'testStart', time: 1000 })
  const ends = (testID: number, more: object = {}) => ({ testID, result: 'success', skipped: false, hidden: false, type: 'testDone', time: 2500, ...more })
  const fails = (testID: number, isFailure: boolean) => ({ testID, error: 'boom', stackTrace: 'at a', isFailure, type: 'error', time: 3000 })
  const done = { success: false, type: 'done', time: 9 }

  test.for<[string, object[], object]>([
    ['passed', [ends(5)], { result: 'passed', seconds: 1.5, messages: [] }],
    ['failed', [fails(5, true), ends(5, { result: 'failure' })], { result: 'failed', error: false, messages: [{ message: 'boom', text: 'at a' }] }],
    ['threw', [fails(5, false), ends(5, { result: 'error' })], { result: 'failed', error: true }],
    ['failed after its end', [ends(5), fails(5, true)], { result: 'failed' }],
    ['skipped, and why', [{ testID: 5, messageType: 'skip', message: 'Skip: later', type: 'print' }, ends(5, { skipped: true })], { result: 'skipped', messages: [{ message: 'later' }] }],
    ['began and never ended', [], { result: 'failed', error: true, messages: [{ message: 'it began and never ended' }] }],
  ])('%s', async ([, events, expected]) => {
    expect((await readWhole(lines(...begin, starts(5), ...events, done))).outcomes).toMatchObject([
      { name: 'pays', suite: ['shop', 'cart'], file: 'test/a_test.dart', properties: [{ name: 'platform', value: 'vm' }], ...expected },
    ])
  })

  test('what fails with more than can be kept failed all the same', async () => {
    const long = 'x'.repeat(60_000)
    const events = Array.from({ length: 700 }, (_, at) => [starts(at + 5), { ...fails(at + 5, true), error: long }, ends(at + 5)]).flat()
    expect(await readWhole(lines(...begin, ...events, done))).toMatchObject({ cases: 700, failed: 700 })
  })

  test('loading and set-ups are no tests, and dropped where they fail', async () => {
    const broken = [starts(6, 'loading test/b_test.dart', []), fails(6, false), ends(6, { result: 'error' })]
    const quiet = [starts(7, 'shop (setUpAll)', [2, 3]), ends(7, { hidden: true })]
    const { outcomes, dropped } = await readWhole(lines(...begin, starts(5), ends(5), ...broken, ...quiet, done))
    expect(listed(outcomes)).toEqual(['passed shop › cart › pays'])
    expect(dropped).toMatchObject([{ name: 'loading test/b_test.dart', reason: 'failed outside of its tests: boom' }])
  })

  test('what Flutter and the tests write between does no harm, and a run without an end is said', async () => {
    const text = ['Running "flutter pub get"', lines(...begin), '[{"event":"test.startedProcess"}]', 'print', lines(starts(5), ends(5))].join('\n')
    expect(await readWhole(text)).toMatchObject({ format: 'Dart or Flutter JSON', passed: 1, dropped: [{ reason: 'results may be missing: the report ends before the run does' }] })
  })

  test('of two runs in a file, each has its results, though their ids are the same', async () => {
    const first = lines(...begin, starts(5), fails(5, true), ends(5, { result: 'failure' }), done)
    const second = lines(...begin, starts(5, 'shop cart ships'), ends(5), done)
    const { outcomes, dropped } = await readWhole(`${first}\n${second}`)
    expect(listed(outcomes)).toEqual(['failed shop › cart › pays', 'passed shop › cart › ships'])
    expect(dropped).toEqual([])
  })

  test('a run that was cut off is told, though a whole one follows', async () => {
    const first = lines(...begin, starts(5), fails(5, true), ends(5, { result: 'failure' }), starts(6, 'shop cart waits'))
    const second = lines(...begin, starts(5, 'shop cart ships'), ends(5), starts(6, 'shop cart waits'), ends(6), done)
    const both = ['failed shop › cart › pays', 'failed shop › cart › waits', 'passed shop › cart › ships', 'passed shop › cart › waits']
    const apart = await readWhole(`${first}\n${second}`)
    expect(listed(apart.outcomes)).toEqual(both)
    expect(apart.dropped).toMatchObject([{ reason: 'results may be missing: the report ends before the run does' }])
    // Cut off within a line, which takes the start of the next run with it.
    const joined = await readWhole(`${first}\n{"tes${second}`)
    expect(listed(joined.outcomes).toSorted()).toEqual(both)
    expect(joined.dropped).toMatchObject([{ reason: expect.stringMatching(/^this line is no event of a test: /) }])
  })
  test('a run whose start is missing is told with its results, though a whole one follows', async () => {
    const first = lines(starts(5), fails(5, true), ends(5, { result: 'failure' }))
    const second = lines(...begin, starts(5, 'shop cart ships'), ends(5), done)
    const { outcomes, dropped } = await readWhole(`${first}\n${second}`)
    expect(listed(outcomes)).toEqual(['failed shop cart pays', 'passed shop › cart › ships'])
    expect(dropped).toMatchObject([{ reason: 'results may be missing: the report ends before the run does' }])
  })
})
