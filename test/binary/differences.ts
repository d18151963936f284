import { beforeEach } from 'vitest'

/**
 * Tests that cannot hold for a program without Node, by file and title, each with the reason. The beginning of a title, or of a describe,
 * is enough.
 */
export const differences: readonly { file: string; title: string; reason: string }[] = []

beforeEach(({ task, skip }) => {
  const titles: string[] = []
  for (let suite = task.suite; suite; suite = suite.suite) titles.unshift(suite.name)
  const title = [...titles, task.name].join(' > ')
  const found = differences.find((one) => task.file.name.endsWith(one.file) && title.startsWith(one.title))
  if (found) skip(found.reason)
})
