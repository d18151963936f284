/**
 * How a file that another program wrote is read: opened, recognised by its beginning, decoded, and streamed
 * through as XML or JSON. Reports are read so, and the cases of other systems.
 */
export { decode } from './files/encoding.ts'
export { unpackerOf } from './files/packed.ts'
export { openSource, type Source } from './files/source.ts'
export { readJson } from './json/index.ts'
export type { JsonListener } from '../system/json/scanner.ts'
export { jsonFields, jsonList, jsonText } from './json/value.ts'
export { type Head, lookAhead } from './sniff.ts'
export { type Attributes, type Element, readXml, type Visitor, type XmlReading } from './xml/index.ts'
