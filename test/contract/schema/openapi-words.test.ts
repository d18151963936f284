import { expect, test } from 'vitest'
import { openapi } from '../../../src/contract/schema/openapi.ts'

// OpenAPI linters (`redocly lint`, spectral:oas) require this in addition to a valid document.

type Operation = { operationId: string; summary: string; description: string; tags: string[] }
type Document = {
  info: { contact: object; license: object }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

const document = openapi() as unknown as Document
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

test.for(operations.map((one) => [one.operationId, one] as const))(
  '%s has a summary of its own and a description',
  ([, one]) => {
    expect(one.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(one.description).toMatch(/^[A-Z].*\.$/)
    expect(operations.filter(({ summary }) => summary === one.summary)).toHaveLength(1)
  },
)

test('every tag is described, and used', () => {
  const used = new Set(operations.flatMap(({ tags }) => tags))
  expect(new Set(document.tags.map(({ name }) => name))).toEqual(used)
  for (const { description } of document.tags) expect(description).toMatch(/^[A-Z].*\.$/)
})

test('a server, a contact and a licence are named', () => {
  expect(document.servers.map(({ url }) => url)).toEqual(['.'])
  expect(document.info).toMatchObject({ contact: { name: expect.any(String) }, license: { name: 'MIT' } })
})

test('behind a prefix of a proxy the server is where the document is', () => {
  const [{ url } = { url: '' }] = document.servers
  expect(new URL(url, 'https://example.com/tests/openapi.json').href).toBe('https://example.com/tests/')
  expect(new URL(url, 'https://example.com/openapi.json').href).toBe('https://example.com/')
})
