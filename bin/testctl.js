#!/usr/bin/env node
// Until the version is checked, this must be JavaScript that every Node.js can parse. DECISIONS 130
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 18)) {
  process.stderr.write(
    'error: testctl needs Node.js 20.18.1 or newer; this is ' +
      process.version +
      '\n  run it with a newer one: npx -p node@22 -p testctl testctl --version\n',
  )
  process.exit(2)
}
const { resolve } = require('node:path')
const root = resolve(__dirname, '..')
const dist = resolve(root, 'dist')
const [, , noun = '', verb = ''] = process.argv
const load = require('./code-cache.js')
if (noun === '__complete') {
  load(dist, 'complete.cjs', noun).answer(process, dist)
} else if (noun === '__jq') {
  const { runEngine } = load(dist, 'jq-engine.cjs', noun)
  runEngine(process.argv.slice(3), process).then((code) => (process.exitCode = code))
} else {
  const { endProcess, main, processIo } = load(
    dist,
    'main.cjs',
    /^[a-z_-]+$/.test(noun) ? noun : 'start',
    /^[a-z]+$/.test(verb) ? verb : '',
  )
  const io = processIo(root)
  main(io).then((code) => {
    endProcess(io, code)
    // Exits once nothing is left to do: Node would take longer to tear down what was loaded than the system does. DECISIONS 301
    process.on('exit', () => process.exit())
  })
}
