// Checks, before anything is published, what npm would put into the package.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const root = dirname(import.meta.dirname)

/** The only files that may be in the package: no sources, tests or secrets of a working folder. */
const expected =
  /^(package\.json|README\.md|LICENSE|bin\/(testctl|code-cache|code-writer)\.js|completions\/[\w.]+|src\/demo\/junit\.xml|src\/docs\/man\/testctl[\w-]*\.[17]|dist\/(THIRD-PARTY-NOTICES|sbom\.cdx\.json|tree\.json|[\w-]+\.(cjs|wasm)|jq\.wasm\.br|packed\/(main\.cjs-tests|complete\.cjs-__complete)-[\w.-]+\.br|sqlite\/\w+-\w+-\w+\.node))$/

/** Files that the package must have, besides those that the bundle requires. */
const needed = [
  'LICENSE',
  'bin/testctl.js',
  'src/demo/junit.xml',
  'dist/main.cjs',
  'dist/complete.cjs',
  'dist/jq-engine.cjs',
  'dist/jq.wasm.br',
  'dist/llhttp.wasm',
  'dist/llhttp_simd.wasm',
  'dist/sqlite.cjs',
  'dist/sqlite/linux-x64-glibc.node',
  'dist/THIRD-PARTY-NOTICES',
  'dist/sbom.cdx.json',
]

/** Returns what is wrong with a package of these files. `sizes`: their bytes by path; `read` returns the text of one of them. */
export const problemsOf = (sizes, read) => {
  const paths = Object.keys(sizes)
  const manifest = JSON.parse(read('package.json'))
  const total = paths.reduce((sum, path) => sum + (path.startsWith('dist/sqlite/') ? 0 : sizes[path]), 0)
  const asked = paths
    .filter((path) => path.endsWith('.cjs'))
    .flatMap((path) =>
      [...read(path).matchAll(/require\([`'"](\.\/[^`'"$]+)[`'"]\)/g)].map(([, to]) =>
        posix.join(posix.dirname(path), to),
      ),
    )
  const missing = new Set([...needed, ...asked, ...Object.values(manifest.bin)].filter((path) => !(path in sizes)))
  return [
    ...paths.filter((path) => !expected.test(path)).map((path) => `${path} does not belong there`),
    ...[...missing].map((path) => `${path} is missing`),
    ...['dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies']
      .filter((kind) => Object.keys(manifest[kind] ?? {}).length > 0)
      .map((kind) => `there are ${kind}: everything is bundled`),
    ...(total > 5_000_000 ? [`without SQLite it has ${total} bytes, more than 5 MB`] : []),
  ]
}

/** Returns the files that npm would pack: their bytes by path. Runs the scripts of npm, which build dist/. */
export const listFiles = async (...flags) => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', ...flags], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  // The output of the scripts comes before npm's own.
  const [{ files }] = JSON.parse(stdout.slice(stdout.search(/^\[/m)))
  return Object.fromEntries(files.map(({ path, size }) => [path, size]))
}

/** Reads a file of this repository. */
export const readOurs = (path) => readFileSync(join(root, path), 'utf8')

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = problemsOf(await listFiles(), readOurs)
  for (const problem of problems) console.error(`error: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
