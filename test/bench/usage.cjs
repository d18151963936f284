// Preloaded into a process whose use of the processor and peak memory are wanted, on its stderr.
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const seconds = (userCPUTime + systemCPUTime) / 1e6
  process.stderr.write(`cpu ${seconds.toFixed(1)} s, peak ${(maxRSS / 1024).toFixed(0)} MiB\n`)
})
