// Makes the program of this machine and runs with it every test that starts testctl: npm run test:binary [words for vitest].
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fetchFor, fileOf, here, makeBinary } from '../../bin/binaries.mjs'

const target = here()
const folder = resolve(import.meta.dirname, '../../node_modules/.cache/testctl-binary')

/** Whether bun can be fetched. Without it nothing can be tested; under CI that is an error. */
const isThere = async () => {
  try {
    await fetchFor(target)
    return true
  } catch (error) {
    console.error(`skipping the tests of the program without Node: bun cannot be had (${error.message.split('\n')[0]})`)
    if (process.env.CI) process.exitCode = 1
    return false
  }
}

if (await isThere()) {
  await makeBinary(target, folder)
  const words = ['run', '--config', 'test/vitest.config.mts', '--project', 'binary', ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...words], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: 'inherit',
    env: { ...process.env, TESTCTL_PROGRAM: join(folder, fileOf(target)) },
  })
  process.exitCode = status ?? 1
}
