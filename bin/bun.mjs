// Fetches bun, which makes executables that need no Node: one npm package for each system, with the version and hash given here.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const bunVersion = '1.4.5'

/** The package of each system, with its integrity hash in npm's registry when it was chosen. DECISIONS 132 */
export const bunPackages = {
  'bun-linux-x64-baseline':
    'sha512-s8yMwYcFnnrA178gji0gZbkE2WVDej/Ti1x770oPfihxyRxSMNhGhiAQNXV53aDeraZxksdvKV/RAdQBCd0qPA==',
  'bun-linux-aarch64':
    'sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
  'bun-linux-x64-musl-baseline':
    'sha512-cWJhU8h0+MiUgpSt99sQhjxLIIosKEcKYdtKddohokUvAuN6jKOy7g7+QDTZTXtwHxz93wL3BX+L6wXVPDUH3A==',
  'bun-darwin-aarch64':
    'sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
  'bun-darwin-x64': 'sha512-qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==',
  'bun-windows-x64-baseline':
    'sha512-/U3Dc74uGqE6EUqef7mPtg9KwJs7iJH4JHRMfIZIn18MrJh6Xz4gVvWDXRvzCL2j8wPlTnJVyrO4n7Qq4uM7TQ==',
}

// In node_modules, so that it is fetched once for an installation.
const kept = resolve(import.meta.dirname, '../node_modules/.cache/testctl-bun', bunVersion)

/** Returns the executable of bun for a system, and fetches it first if needed. Throws if that fails, or the hash differs. */
export const fetchBun = async (name, { keep = kept } = {}) => {
  const folder = join(keep, name)
  const file = join(folder, 'package/bin', name.includes('windows') ? 'bun.exe' : 'bun')
  if (existsSync(file)) return file
  mkdirSync(keep, { recursive: true })
  const staged = mkdtempSync(join(keep, 'fetching-'))
  try {
    const archive = join(staged, await pack(`@oven/${name}@${bunVersion}`, staged))
    const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
    if (integrity !== bunPackages[name])
      throw new Error(`@oven/${name} ${bunVersion} is not the one that was chosen: ${integrity}`)
    await run('tar', ['xzf', archive, '-C', staged])
    chmodSync(join(staged, 'package/bin', name.includes('windows') ? 'bun.exe' : 'bun'), 0o755)
    rmSync(archive)
    renameSync(staged, folder)
  } catch (error) {
    rmSync(staged, { recursive: true, force: true })
    if (!existsSync(file)) throw error
  }
  return file
}

const pack = async (what, into) => {
  const { stdout } = await run('npm', ['pack', what, '--json', '--pack-destination', into], {
    shell: process.platform === 'win32',
  })
  const [{ name, version }] = JSON.parse(stdout)
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}
