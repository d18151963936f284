#!/usr/bin/env node
const { resolve } = require('node:path')
require('node:module').enableCompileCache?.()
const { main, processIo } = require('../dist/main.cjs')
main(processIo(resolve(__dirname, '..'))).then((code) => (process.exitCode = code))
