// Preloaded into a process whose peak memory is wanted, in MiB, on its stderr.
process.on('exit', () => process.stderr.write(`peak ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB\n`))
