import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { toHtml } from '../../../../src/runs/export/html/index.ts'
import type { ReportModel } from '../../../../src/runs/report/model.ts'
import { reportOfRun } from '../../../../src/runs/report/run-report.ts'
import { objectionsTo } from '../../../helpers/browser.ts'
import { keep } from '../../../helpers/keep.ts'
import { runWith, toldBy } from '../../report/reported.ts'

/** Returns a report with a bit of everything: WEB-T1 and T2 failed, T3 of ana is in progress, T4 is untested, the rest passed. */
export const sample = (passed = 60): ReportModel => {
  const others = Array.from({ length: passed }, (_, at) => ({
    result: 'passed' as const,
    name: `Shop › searches for ${at}`,
    section: 'Shop',
  }))
  const state = runWith([
    {
      result: 'failed',
      name: 'Login › logs in with <b>wrong</b> words',
      section: 'Login',
      assignedTo: 'ana',
      comments: [toldBy('expected 1, got 2\n    at pay.js:3'), 'See https://ci.example.com/7.'],
      steps: ['Open the page'],
    },
    { result: 'failed', name: 'Shop › pays', section: 'Shop', comments: [toldBy('no money')] },
    { result: 'inProgress', name: 'Shop › ships', section: 'Shop', assignedTo: 'ana' },
    { result: 'untested', name: 'Shop › returns', section: 'Shop' },
    ...others,
  ])
  const before = runWith([{ result: 'passed' }, { result: 'failed' }], { run: 'WEB-R6', name: 'Before' })
  const trend = [before, state].map(({ run, counts }) => ({ ...run, results: counts, at: '2026-01-01T00:00:00.000Z' }))
  return reportOfRun(state, {
    since: before,
    trend,
    facts: { project: { identifier: 'WEB', name: 'Web' }, createdBy: 'ana', version: '1.0.0' },
  })
}

/** Writes a report into a file and opens it in a browser page, until the test ends. */
export const openReport = async (browser: Browser, report: ReportModel, options: BrowserContextOptions = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-'))
  keep({ close: () => rm(folder, { recursive: true, force: true }) })
  const file = join(folder, 'report.html')
  await writeFile(file, toHtml(report).join(''))
  const context = keep(await browser.newContext(options))
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  /** The problems that the browser reports, and its requests to anything but files. */
  const objections = objectionsTo(page)
  page.on('request', (request) => request.url().startsWith('file:') || objections.push(request.url()))
  const url = pathToFileURL(file).href
  await page.goto(url)
  return {
    page,
    url,
    objections,
    shown: () => page.locator('.t:visible').evaluateAll((rows) => rows.map(({ id }) => id)),
  }
}

/** A script for a page that finds identifiers broken over two lines, except those in texts that people wrote. */
export const brokenIdentifiers = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const broken = []
  while (texts.nextNode()) {
    const node = texts.currentNode
    if (node.parentElement.closest('pre,bdi,script,style')) continue
    for (const found of node.data.matchAll(/WEB-[CRT]\\d+/g)) {
      const range = new Range()
      range.setStart(node, found.index)
      range.setEnd(node, found.index + found[0].length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(found[0])
    }
  }
  return broken
})()`
