// Builds testctl as one executable for each system, with bun and without Node: dist-binaries/testctl-<system>, and their
// checksums. They are for everything but serving a team. DECISIONS 136
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { bundleAlone, root } from './bundle.mjs'
import { bunVersion, fetchBun } from './bun.mjs'
import { noticesOf, packagesOf } from './notices.mjs'

const run = promisify(execFile)

/**
 * The supported systems. Baseline also runs on processors from before 2013. On macOS bun uses Apple's SQLite, which may be too old for
 * a store, so ours is included there. DECISIONS 133, 134
 */
export const targets = {
  'linux-x64': { bun: 'bun-linux-x64-baseline' },
  'linux-arm64': { bun: 'bun-linux-aarch64' },
  'linux-x64-musl': { bun: 'bun-linux-x64-musl-baseline' },
  'macos-arm64': { bun: 'bun-darwin-aarch64', sqlite: 'darwin-arm64-glibc' },
  'macos-x64': { bun: 'bun-darwin-x64', sqlite: 'darwin-x64-glibc' },
  'windows-x64': { bun: 'bun-windows-x64-baseline' },
}

/** Returns the target of this machine. */
export const here = () => {
  const system = { darwin: 'macos', win32: 'windows' }[process.platform] ?? process.platform
  return `${system}-${process.arch}${existsSync('/etc/alpine-release') ? '-musl' : ''}`
}

/** Returns the file name of the executable of a target. */
export const fileOf = (target) => `testctl-${target}${target.startsWith('windows') ? '.exe' : ''}`

/** Returns the executable of bun for a target. Throws if it cannot be fetched. */
export const fetchFor = async (target) => {
  if (!Object.hasOwn(targets, target)) throw new Error(`no program is made for ${target}`)
  return fetchBun(targets[target].bun)
}

/**
 * Builds the executable of a target in a folder, from dist/tree.json and the sources. Returns the modules in it. `sqlite` includes
 * another binary of SQLite than the target's own.
 */
export const makeBinary = async (target, folder, { sqlite = targets[target].sqlite } = {}) => {
  const [maker, base] = await Promise.all([here(), target].map(fetchFor))
  const stage = mkdtempSync(join(tmpdir(), 'testctl-binary-'))
  try {
    const modules = await bundleAlone(stage, sqlite)
    refuseLookups(stage)
    // bun embeds these folders as they are, for everything that is read as a file and not as code.
    mkdirSync(join(stage, 'dist'))
    for (const name of readdirSync(stage).filter((one) => /\.(wasm|br)$/.test(one)))
      renameSync(join(stage, name), join(stage, 'dist', name))
    copyFileSync(join(root, 'dist/tree.json'), join(stage, 'dist/tree.json'))
    cpSync(join(root, 'src/demo/junit.xml'), join(stage, 'src/demo/junit.xml'))
    copyFileSync(join(root, 'bin/binary.js'), join(stage, 'testctl.js'))
    const system = targets[target].bun.replace('aarch64', 'arm64')
    const from = [`--target=${system}`, '--compile-executable-path', base]
    await run(maker, ['build', 'testctl.js', ...flags, ...from, '--outfile', fileOf(target)], { cwd: stage })
    mkdirSync(folder, { recursive: true })
    copyFileSync(join(stage, fileOf(target)), join(folder, fileOf(target)))
    return modules
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

// Files in the current folder may be another user's, and must neither set nor run anything. DECISIONS 135
const unasked = ['dotenv', 'bunfig', 'tsconfig', 'package-json'].map((name) => `--no-compile-autoload-${name}`)
const paths = ['--define', '__filename=testctlFile', '--define', '__dirname=testctlFolder']
const files = ['--asset', 'dist', '--asset', 'src']
const how = ['--compile', '--bytecode', '--minify', '--reject-unresolved']
const flags = [...how, ...unasked, ...paths, ...files]

/** Refuses `createRequire`: its lookups at runtime would search the current folder. */
const refuseLookups = (stage) => {
  const found = readdirSync(stage).filter(
    (name) => name.endsWith('.cjs') && readFileSync(join(stage, name), 'utf8').includes('createRequire'),
  )
  if (found.length > 0) throw new Error(`createRequire is used in ${found.join(', ')}: replace it in bin/slim.mjs`)
}

/** Writes the checksums of all executables in a folder, as `sha256sum --check` reads them. */
export const writeSums = (folder) => {
  const lines = readdirSync(folder)
    .filter((name) => name.startsWith('testctl-'))
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}

/** Returns the licence texts for the executables: of the packages with a module in them, and of bun. */
export const noticesOfBinaries = (modules) => {
  const folder = resolve(import.meta.dirname, 'licences')
  const license = 'MIT, with parts under LGPL-2.0 and LGPL-2.1'
  return noticesOf([{ folder, name: 'bun', version: bunVersion, license }, ...packagesOf(modules)])
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { here: { type: 'boolean' } } })
  const wanted = values.here ? [here()] : positionals.length > 0 ? positionals : Object.keys(targets)
  const unknown = wanted.filter((target) => !Object.hasOwn(targets, target))
  if (unknown.length > 0)
    throw new Error(`no target ${unknown.join(', ')}; there are ${Object.keys(targets).join(', ')}`)
  const folder = resolve(root, 'dist-binaries')
  rmSync(folder, { recursive: true, force: true })
  let modules = []
  for (const target of wanted) {
    modules = [...modules, ...(await makeBinary(target, folder))]
    const megabytes = (readFileSync(join(folder, fileOf(target))).length / 1e6).toFixed(0)
    console.log(`dist-binaries/${fileOf(target)}  ${megabytes} MB`)
  }
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES'), noticesOfBinaries(modules))
  writeSums(folder)
}
