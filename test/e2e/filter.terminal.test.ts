import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sharedCache } from '../helpers/program.ts'
import { lacks } from '../helpers/programs.ts'
import { aside, typeLine } from '../helpers/world.ts'

// With real runners: failed tests are submitted, and run again with what `runs filter` prints.

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-filter-'))
  await aside('testctl projects create --name Web --identifier WEB', { cwd: folder, env: env() })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const run = (file: string, ...words: string[]) =>
  execa(file, words, {
    cwd: folder,
    reject: false,
    all: true,
    // Loading the pytest plugins of this machine would take most of a start.
    env: { GOFLAGS: '-mod=mod', GOCACHE: join(folder, '.go'), PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' },
  })
const env = () => ({ HOME: folder, XDG_CACHE_HOME: sharedCache(), USER: 'ana', TESTCTL_URL: 'file:./team.db' })

const filterOf = async (report: string, runner: string): Promise<string> => {
  await aside(`testctl runs submit ${report} -p WEB --name CI --create-cases`, { cwd: folder, env: env() })
  const { stdout } = await typeLine(`testctl runs filter WEB-R1 --for ${runner}`, { cwd: folder, env: env() })
  return stdout.replace(/\n$/, '')
}

describe('what failed runs again, and nothing else', () => {
  test('by node --test', async () => {
    const fails = '() => { throw new Error() }'
    await writeFile(
      join(folder, 'a.test.mjs'),
      `import { test } from 'node:test'\ntest('adds (a+b) $1', ${fails}); test('adds', ${fails}); test('adds more', () => {})`,
    )
    const tap = await run(process.execPath, '--test', '--test-reporter=tap', 'a.test.mjs')
    await writeFile(join(folder, 'report.tap'), tap.stdout)
    const pattern = await filterOf('report.tap', 'node')
    const again = await run(
      process.execPath,
      '--test',
      '--test-reporter=tap',
      '--test-name-pattern',
      pattern,
      'a.test.mjs',
    )
    expect(again.stdout).toMatch(/# pass 0\n[^]*# fail 2\n/)
  })

  test.skipIf(lacks('go'))('by go test', async () => {
    await writeFile(join(folder, 'go.mod'), 'module example.com/cart\n\ngo 1.19\n')
    await writeFile(
      join(folder, 'a_test.go'),
      'package cart\nimport "testing"\nfunc TestAdds(t *testing.T) { t.Run("a (b)", func(t *testing.T) { t.Fatal() }); t.Run("c", func(t *testing.T) {}) }\nfunc TestAddsMore(t *testing.T) {}\n',
    )
    const json = await run('go', 'test', '-vet=off', '-json', './...')
    await writeFile(join(folder, 'report.json'), json.stdout)
    const pattern = await filterOf('report.json', 'go')
    const { all } = await run('go', 'test', '-vet=off', '-v', './...', '-run', pattern)
    expect(all?.match(/^ *--- .*(?= \()/gm)).toEqual(['--- FAIL: TestAdds', '    --- FAIL: TestAdds/a_(b)'])
  })

  test.skipIf(lacks('pytest'))('by pytest', async () => {
    await writeFile(
      join(folder, 'test_cart.py'),
      'import pytest\nclass TestCart:\n    def test_adds(self): assert False\n    def test_more(self): pass\n@pytest.mark.parametrize("n", [1, 2])\ndef test_pays(n): assert n == 1\n',
    )
    await run('pytest', '-q', '--junitxml=report.xml')
    const ids = await filterOf('report.xml', 'pytest')
    expect((await run('pytest', '-q', ...ids.split('\n'))).stdout).toMatch(/2 failed in/)
  })
})

test('where nothing failed, nothing is printed: an empty argument would run everything', async () => {
  await writeFile(join(folder, 'report.tap'), 'TAP version 13\n1..1\nok 1 - adds\n')
  expect(await filterOf('report.tap', 'vitest')).toBe('')
})
