import { writeSync } from 'node:fs'

type Write = (descriptor: number, vectors: number, count: number, written: number) => number
type Memory = { buffer: ArrayBuffer }
type Begun = { instance: { exports: Record<string, unknown> } }
type Engines = {
  instantiate: (binary: unknown, imports: { a: { [writeName]: Write } }) => Promise<Begun>
  Memory: new () => Memory
}

/**
 * Streams the output of jq. The engine would keep all of it until jq ends, and an expression may never end. Call it before the engine is
 * loaded; `flush` writes the rest. Strings are written unquoted. DECISIONS 391
 */
export const passOutput = (): { flush: () => void } => {
  const decoder = new TextDecoder()
  let line = ''
  let ready = ''
  const flush = (): void => {
    const text = ready
    ready = ''
    writeAll(Buffer.from(text))
  }
  const pass = (bytes: Uint8Array): void => {
    const lines = (line + decoder.decode(bytes, { stream: true })).split('\n')
    line = lines.pop() ?? ''
    for (const one of lines) ready += `${rawOf(one)}\n`
    if (ready.length >= atOnce) flush()
  }
  const engines = (globalThis as unknown as { WebAssembly: Engines }).WebAssembly
  const { instantiate, Memory } = engines
  engines.instantiate = async (binary, imports) => {
    let memory: Memory | undefined
    const { [writeName]: write } = imports.a
    const flowing: Write = (descriptor, vectors, count, written) => {
      if (descriptor !== 1 || !memory) return write(descriptor, vectors, count, written)
      const view = new DataView(memory.buffer)
      let length = 0
      for (let at = vectors; at < vectors + 8 * count; at += 8) {
        const size = view.getUint32(at + 4, true)
        pass(new Uint8Array(memory.buffer, view.getUint32(at, true), size))
        length += size
      }
      view.setUint32(written, length, true)
      return 0
    }
    const begun = await instantiate(binary, { a: { ...imports.a, [writeName]: flowing } })
    memory = Object.values(begun.instance.exports).find((one) => one instanceof Memory)
    return begun
  }
  return { flush }
}

// The name of fd_write in the module that jq-wasm ships.
const writeName = 'd'

const atOnce = 16 * 1024

/** Writes to stdout, and blocks while the pipe is full: this process has nothing else to do. */
const writeAll = (bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length;)
    try {
      at += writeSync(1, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
}

// A string within an array or object never starts a line. With `-r` the engine itself would lose trailing spaces.
const rawOf = (line: string): string => (line.startsWith('"') ? (JSON.parse(line) as string) : line)
