/** Returns the program that unpacks a file, by its beginning, decoded in any encoding; undefined if it is not compressed. */
export const unpackerOf = (begins: string): string | undefined =>
  unpackers.find(([beginning]) => beginning.test(begins))?.[1]

// The second byte of gzip is invalid in UTF-8, and a quote in windows-1252.
const unpackers: readonly (readonly [RegExp, string])[] = [
  [/^PK\x03\x04/, 'unzip'],
  [/^\x1f[\ufffd\x8b‹]/, 'gunzip'],
  [/^BZh\d1AY/, 'bunzip2'],
  [/^.7zXZ\0/s, 'unxz'],
]
