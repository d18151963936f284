#!/usr/bin/env node
const { resolve } = require('node:path')
const root = resolve(__dirname, '..')
const [, , noun = ''] = process.argv
const load = require('./code-cache.js')
const { main, processIo } = load(resolve(root, 'dist'), 'main.cjs', /^[a-z_-]+$/.test(noun) ? noun : 'start')
main(processIo(root)).then((code) => (process.exitCode = code))
