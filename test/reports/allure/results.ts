import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFiles } from '../reading.ts'

/** Returns a result of Allure, by default passed. */
export const result = (more: object = {}) => ({
  uuid: 'u',
  stage: 'finished',
  name: 'works',
  status: 'passed',
  start: 1000,
  stop: 3500,
  ...more,
})

const parent = mkdtempSync(join(tmpdir(), 'testctl-allure-'))
let folders = 0
/** Writes these files into a new folder and reads the folder. */
export const readFolder = async (files: Record<string, unknown>) => {
  const folder = join(parent, String(++folders))
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  const { reports, outcomes } = await readFiles([folder])
  return { folder, report: reports[0], outcomes }
}
