import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from '../system/child-process.ts'
import { readRegularFile } from '../system/files/regular-file.ts'
import type { Io } from '../system/io.ts'

/** Lets somebody write a note in the editor that VISUAL or EDITOR names; lines that begin with # are left out. */
export const editNote = async (io: Io, about: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-note-'))
  const file = join(folder, 'note.md')
  try {
    writeFileSync(
      file,
      `\n# A note on ${about.replace(/\s+/g, ' ')}. Lines with # are left out; an empty note is none.\n`,
    )
    const editor = io.env['VISUAL'] || io.env['EDITOR'] || (io.platform === 'win32' ? 'notepad' : 'vi')
    const { exitCode } = await runChild([...editor.split(' ').filter(Boolean), file], io)
    if (exitCode !== 0) return ''
    const lines = readRegularFile(file, { most: 1_000_000 }).split('\n')
    return lines
      .filter((line) => !line.startsWith('#'))
      .join('\n')
      .trim()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
