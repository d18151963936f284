// Sets variables in a process on Windows before its program starts. Wine sets those of the user's folders itself, whatever it
// is started with.
const variables = JSON.parse(process.env.TEST_ENVIRONMENT)
delete process.env.TEST_ENVIRONMENT
for (const [name, value] of Object.entries(variables)) {
  if (value === null) delete process.env[name]
  else process.env[name] = value
}

// Wine refuses a connection whose keep-alive time was set before it is made, which Windows does not.
require('node:net').Socket.prototype.setKeepAlive = function () {
  return this
}

// How it ended, for a test that cannot see it.
const { TEST_ENDED: ended } = process.env
delete process.env.TEST_ENDED
if (ended) process.on('exit', (code) => require('node:fs').writeFileSync(ended, String(code)))
