import { expect, test } from 'vitest'
import { decodeFile } from '../../../src/system/files/text.ts'

test.each([
  ['UTF-8', Buffer.from('Größe\r\n')],
  ['UTF-8 with a mark', Buffer.from('\ufeffGröße\r\n')],
  ['UTF-16, as PowerShell writes it', Buffer.from('\ufeffGröße\r\n', 'utf16le')],
])('a file is read in %s', (_, bytes) => expect(decodeFile(bytes)).toBe('Größe\r\n'))

test('an empty file is an empty text', () => expect(decodeFile(Buffer.alloc(0))).toBe(''))
