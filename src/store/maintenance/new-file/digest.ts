import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { notWhole } from '../../../system/files/disk-errors.ts'

// SQLite checks the structure of a file, not its texts. A digest behind the last page, where SQLite never reads, detects every changed
// byte. The first change by SQLite voids the digest, because it raises the change counter that stands with the digest. DECISIONS 109

/** Writes a digest of all pages behind the last page of a store's file. */
export const seal = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    const { size, changes } = await readHeader(file)
    if ((await file.stat()).size !== size) return
    const { bytesWritten } = await file.write(
      Buffer.concat([mark, changes, await digestOf(file, size)]),
      0,
      sealSize,
      size,
    )
    if (bytesWritten < sealSize) throw notWhole()
  } finally {
    await file.close()
  }
}

/** Whether a file has a digest for its present change counter that does not match its pages. */
export const isBroken = async (path: string): Promise<boolean> => {
  const file = await open(path, 'r')
  try {
    const { size, changes } = await readHeader(file)
    if ((await file.stat()).size !== size + sealSize) return false
    const kept = await readAt(file, size, sealSize)
    const isMeant = kept.subarray(0, mark.length + changes.length).equals(Buffer.concat([mark, changes]))
    return isMeant && !kept.subarray(-digestSize).equals(await digestOf(file, size))
  } finally {
    await file.close()
  }
}

const mark = Buffer.from('testctl sha-256\n')
const digestSize = 32
const sealSize = mark.length + 4 + digestSize

/** Reads from SQLite's header the length of all pages together, and the change counter. */
const readHeader = async (file: FileHandle): Promise<{ size: number; changes: Buffer }> => {
  const header = await readAt(file, 0, 32)
  const pageSize = header.readUInt16BE(16)
  return { size: (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28), changes: header.subarray(24, 28) }
}

const readAt = async (file: FileHandle, from: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  await file.read(bytes, 0, length, from)
  return bytes
}

const digestOf = async (file: FileHandle, size: number): Promise<Buffer> => {
  const hash = createHash('sha256')
  const bytes = Buffer.alloc(1024 * 1024)
  for (let at = 0; at < size; at += bytes.length) {
    const { bytesRead } = await file.read(bytes, 0, Math.min(bytes.length, size - at), at)
    hash.update(bytes.subarray(0, bytesRead))
  }
  return hash.digest()
}
