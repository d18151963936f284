// Runs the tests on the Windows build of Node, in wine: npm run test:windows [words for vitest]. If wine itself fails, which the lane
// reports with an exit code of its own (test/helpers/windows.setup.ts), runs them again, at most twice, and says so.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const wineHasFailed = 75
const words = ['run', '--config', 'test/vitest.config.mts', '--project', 'windows', ...process.argv.slice(2)]

const run = () =>
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...words], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: 'inherit',
    env: { ...process.env, TESTCTL_WINDOWS: '1' },
  }).status ?? 1

let status = run()
for (let again = 0; status === wineHasFailed && again < 2; again++) {
  console.error('wine has failed: running the tests on Windows again')
  status = run()
}
process.exitCode = status
