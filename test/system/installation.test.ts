import { expect, test } from 'vitest'
import { describeInstallation, installationOf } from '../../src/system/installation.ts'

test.each([
  ['/usr/lib/node_modules/testctl', 'global'],
  ['/home/ana/.nvm/versions/node/v20.20.2/lib/node_modules/testctl', 'global'],
  ['C:\\Users\\Ana\\AppData\\Roaming\\npm\\node_modules\\testctl', 'global'],
  ['C:\\Program Files\\nodejs\\node_modules\\testctl', 'global'],
  ['/srv/shop/node_modules/testctl', 'project'],
  ['/srv/shop/node_modules/.pnpm/testctl@0.1.0/node_modules/testctl', 'pnpm'],
  ['/home/ana/.local/share/pnpm/global/5/.pnpm/testctl@0.1.0/node_modules/testctl', 'pnpm'],
  ['/srv/store/v11/links/@/testctl/0.1.0/0a1b2c/node_modules/testctl', 'pnpm'],
  ['/srv/shop/.yarn/unplugged/testctl-npm-0.1.0-abc/node_modules/testctl', 'yarn'],
  ['/home/ana/.npm/_npx/0a1b2c/node_modules/testctl', 'temporary'],
  ['/home/ana/.cache/pnpm/dlx/abc/def/node_modules/.pnpm/testctl@0.1.0/node_modules/testctl', 'temporary'],
  ['/tmp/xfs-1a2b/dlx-77/node_modules/testctl', 'temporary'],
  ['/home/ana/code/testctl', 'clone'],
  ['/$bunfs/root', 'binary'],
  ['B:\\~BUN\\root', 'binary'],
])('%s is a testctl that was installed as %s', (root, installation) => {
  expect(installationOf(root)).toBe(installation)
})

test('one file without Node.js says where it is, and not where its own files are', () => {
  const described = describeInstallation({ root: '/$bunfs/root', node: '/opt/testctl', platform: 'linux' })
  expect(described).toMatchObject({ installation: 'binary', path: '/opt/testctl' })
})

test('a report of a defect gets what it needs', () => {
  expect(describeInstallation({ root: '/srv/testctl', node: '/usr/bin/node', platform: 'linux' })).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    installation: 'clone',
    path: '/srv/testctl',
    runtime: `Node.js ${process.versions.node}`,
    platform: 'linux',
    arch: process.arch,
  })
})
