#!/usr/bin/env node
const { resolve } = require('node:path')
const root = resolve(__dirname, '..')
const dist = resolve(root, 'dist')
const [, , noun = ''] = process.argv
const load = require('./code-cache.js')
if (noun === '__complete') {
  load(dist, 'complete.cjs', noun).answer(process, dist)
} else if (noun === '__jq') {
  const { runEngine } = load(dist, 'jq-engine.cjs', noun)
  runEngine(process.argv.slice(3), process).then((code) => (process.exitCode = code))
} else {
  const { main, processIo } = load(dist, 'main.cjs', /^[a-z_-]+$/.test(noun) ? noun : 'start')
  main(processIo(root)).then((code) => (process.exitCode = code))
}
