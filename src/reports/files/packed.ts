/** The program that unpacks a file, by its beginning as text of whatever encoding; undefined where it is not packed. */
export const unpackerOf = (begins: string): string | undefined =>
  unpackers.find(([beginning]) => beginning.test(begins))?.[1]

// The second byte of gzip is no character in UTF-8, and a quote in windows-1252.
const unpackers: readonly (readonly [RegExp, string])[] = [
  [/^PK\x03\x04/, 'unzip'],
  [/^\x1f[\ufffd\x8b‹]/, 'gunzip'],
  [/^BZh\d1AY/, 'bunzip2'],
  [/^.7zXZ\0/s, 'unxz'],
]
