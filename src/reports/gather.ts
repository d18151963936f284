import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Io } from '../system/io.ts'
import { allure } from './allure/index.ts'
import { openSource } from './files/source.ts'
import { lookAhead } from './sniff.ts'
import { addTo } from '../system/maps/add-to.ts'

/** A report by the name that the user knows: a file, `-` for stdin, or a folder. With `parts`, only these files of the folder count. */
export type NamedReport = { file: string; parts?: readonly string[] }

type Surroundings = Pick<Io, 'stdin' | 'cwd' | 'stop'>

/**
 * Groups files into reports. Allure's files in one folder are one report, because attempts at a test share a history across files.
 * Its files that hold neither results nor hooks are ignored, as if the folder were named. DECISIONS 275
 */
export const gatherReports = async (files: readonly string[], io: Surroundings): Promise<NamedReport[]> => {
  const folders = new Map<string, string[]>()
  for (const file of files) if (ofAllure.test(file)) addTo(folders, dirname(file), file)
  const gathered = new Map<string, NamedReport>()
  for (const [folder, members] of folders) {
    if (members.length === 1) continue
    const own: string[] = []
    for (const file of members) if (!result.test(file) || (await isAllure(file, io))) own.push(file)
    if (own.length === 1 || !own.some((file) => result.test(file))) continue
    const report = { file: folder, parts: own.map((file) => basename(file)) }
    for (const file of own) gathered.set(file, report)
  }
  return [...new Set(files.map((file) => gathered.get(file) ?? { file }))]
}

const result = /-result\.json$/
const ofAllure =
  /(?:-(?:result|container|globals)\.json|-attachment(?:\.\w+)?|(?:^|[\\/])(?:categories|executor)\.json)$/

// A pipe could be read only once.
const isAllure = async (file: string, io: Surroundings): Promise<boolean> => {
  const found = await stat(resolve(io.cwd, file)).catch(() => undefined)
  if (!found?.isFile()) return false
  const { head, source } = await lookAhead(await openSource(file, io))
  // Closes the file.
  for await (const _piece of source.chunks) break
  return allure.recognises(head)
}
