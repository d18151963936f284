// npm run test:openapi
// Checks the OpenAPI document with third-party tools, which are too large for everybody's npm ci (200 MB): two linters, a client
// generated from it, and a proxy that rejects every request and every answer that does not conform to it.
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const packages = [
  '@redocly/cli@2.77.0',
  '@stoplight/prism-cli@5.14.2',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-fetch@0.17.0',
  'openapi-typescript@7.13.0',
]
const root = resolve(import.meta.dirname, '../..')
const tools = join(root, 'node_modules/.cache/testctl-openapi')
const folder = mkdtempSync(join(tmpdir(), 'testctl-openapi-'))
const children = []

const run = (program, args, options = {}) =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options })
const tool = (name, ...args) => run(join(tools, 'node_modules/.bin', name), args)
const testctl = (env, ...args) => run(process.execPath, [join(root, 'bin/testctl.js'), ...args], { env })

/** Starts a process. Returns its stdout as soon as `isEnough` accepts it. */
const start = (program, args, isEnough) =>
  new Promise((found, failed) => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], env: environment })
    children.push(child)
    let said = ''
    child.stdout.on('data', (data) => isEnough((said += data)) && found(said))
    child.once('exit', (code) => failed(new Error(`${program} ended with ${code}: ${said}`)))
  })

/** Returns a port on which nothing listens, because Prism does not choose one. */
const freePort = () =>
  new Promise((found) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => found(port))
    })
  })

const environment = { ...process.env, HOME: folder, TESTCTL_CONFIG_DIR: folder, NO_COLOR: '1', CI: '1' }

try {
  if (!existsSync(join(tools, packages.join(' ').replaceAll('/', '+')))) {
    rmSync(tools, { recursive: true, force: true })
    mkdirSync(tools, { recursive: true })
    writeFileSync(join(tools, 'package.json'), '{"private":true}')
    run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...packages], { cwd: tools })
    writeFileSync(join(tools, packages.join(' ').replaceAll('/', '+')), '')
  }
  const binary = join(root, 'bin/testctl.js')
  const flags = ['--store', 'file:./team.db', '--port', '0', '--json', '--log-level', 'silent']
  const served = await start(process.execPath, [binary, 'serve', ...flags], (said) => said.includes('}'))
  const { url, key } = JSON.parse(served)
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${url}/openapi.json`)).text())

  const { totals, problems } = JSON.parse(tool('redocly', 'lint', 'openapi.json', '--format', 'json'))
  if (totals.errors + totals.warnings + totals.ignored > 0)
    throw new Error(`redocly finds ${JSON.stringify(problems.map(({ message }) => message))}`)
  writeFileSync(join(folder, 'ruleset.yaml'), 'extends: ["spectral:oas"]\n')
  tool('spectral', 'lint', 'openapi.json', '--ruleset', 'ruleset.yaml', '--fail-severity', 'hint')
  console.log('redocly and spectral find nothing')

  tool('openapi-typescript', 'openapi.json', '--output', 'api.ts')
  copyFileSync(join(import.meta.dirname, 'client.ts'), join(folder, 'client.ts'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'))
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--skipLibCheck']
  run(join(root, 'node_modules/.bin/tsc'), [...strict, ...types, '--ignoreConfig', 'client.ts'])
  console.log('a client made from it compiles')

  const port = await freePort()
  const proxied = `http://127.0.0.1:${port}`
  const prism = join(tools, 'node_modules/.bin/prism')
  const asked = ['proxy', 'openapi.json', url, '--errors', '--host', '127.0.0.1', '--port', String(port)]
  await start(prism, asked, (said) => said.includes('is listening'))
  run(process.execPath, ['client.js', proxied, key])
  console.log('what it asks and hears is valid')

  const env = { ...environment, TESTCTL_URL: proxied, TESTCTL_API_KEY: key }
  writeFileSync(
    join(folder, 'report.xml'),
    '<testsuite name="s"><testcase name="a"/><testcase name="b"><failure message="no"/></testcase></testsuite>',
  )
  testctl(env, 'projects', 'create', '--name', 'Web', '--identifier', 'WEB')
  testctl(env, 'milestones', 'create', '-p', 'WEB', '--name', 'v1')
  testctl(env, 'runs', 'submit', 'report.xml', '-p', 'WEB', '--name', 'CI', '--create-cases')
  testctl(env, 'runs', 'submit', 'report.xml', '--run', 'WEB-R1')
  testctl(env, 'cases', 'list', '-p', 'WEB', '--json')
  testctl(env, 'tests', 'list', 'WEB-R1', '--json')
  testctl(env, 'cases', 'update', 'WEB-C1', '--custom-field', 'area=web')
  testctl(env, 'runs', 'delete', 'WEB-R1', '--yes')
  console.log("what testctl's own client asks and hears is valid")
} finally {
  for (const child of children) {
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
  }
  rmSync(folder, { recursive: true, force: true })
}
