/**
 * The functions that read a file of another program: open it, recognise it by its beginning, decode it, and stream
 * it as XML or JSON. Used for reports, and for the cases of other systems.
 */
export { decode } from './files/encoding.ts'
export { unpackerOf } from './files/packed.ts'
export { openSource, type Source } from './files/source.ts'
export { readJson } from './json/index.ts'
export type { JsonListener } from '../system/json/scanner.ts'
export { type Fields, jsonFields, jsonList, jsonText } from './json/value.ts'
export { type Head, lookAhead } from './sniff.ts'
export { type Attributes, type Element, readXml, type Visitor, type XmlReading } from './xml/index.ts'
