// The entry of the executable without Node, which bin/binaries.mjs builds. It does the same as bin/testctl.js, with embedded files.
const { dirname, join } = require('node:path')
const root = dirname(Bun.main)
const dist = join(root, 'dist')
// Stand for __filename and __dirname in the chunks, for which bun would use paths of the machine that built them.
globalThis.testctlFile = join(dist, 'testctl.cjs')
globalThis.testctlFolder = dist
const [, , noun = ''] = process.argv
if (noun === '__complete') {
  require('./complete.cjs').answer(process, dist)
} else if (noun === '__jq') {
  require('./jq-engine.cjs')
    .runEngine(process.argv.slice(3), process)
    .then((code) => (process.exitCode = code))
} else {
  const { endProcess, main, processIo } = require('./main.cjs')
  const io = processIo(root)
  main(io).then((code) => endProcess(io, code))
}
