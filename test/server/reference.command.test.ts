import { describe, expect, test } from 'vitest'
import { endpoints } from '../../src/contract/index.ts'
import { routePath } from '../../src/wire/codec/route.ts'
import { startServed } from './served.ts'

describe('the reference', () => {
  test('names every endpoint and every field of the contract', async () => {
    const { ask } = await startServed()
    const { body } = await ask('/reference', { key: '' })
    for (const [noun, verb, { route, request }] of endpoints()) {
      expect(body).toContain(`id="${noun}.${verb}"`)
      expect(body).toContain(`${route.split(' ')[0]} ${routePath(route as never).replaceAll(/:(\w+)/g, '{$1}')}`)
      for (const field of Object.keys(request.shape).filter((name) => !route.includes(`:${name}`)))
        expect(body).toContain(`<code>${field}</code>`)
    }
  })

  test('says whose id a path takes, and how a query has a list and an object', async () => {
    const { ask } = await startServed()
    const { body } = await ask('/reference', { key: '' })
    expect(body).toContain('GET /v1/cases/{projectId}</code>')
    expect(body).toContain('POST /v1/cases/{caseId}</code>')
    expect(body).toContain('curl &quot;$URL/v1/cases/$projectId&quot;')
    expect(body).toContain('<td>list of case, comments; joined with commas</td>')
    expect(body).toContain('<td>object, as customFields[area]=Shop; curl takes the brackets with -g</td>')
    expect(body).toContain('&quot;offset&quot;: 0')
  })

  test('shows what the service answers, and how long a page of a list is', async () => {
    const { ask } = await startServed()
    const { body } = await ask('/reference', { key: '' })
    expect(body).toContain('&quot;createdAt&quot;: &quot;2026-01-31T12:00:00.000Z&quot;')
    expect(body).not.toContain('At&quot;: 1')
    expect(body).toMatch(/50\s+unless\s+given,\s+at\s+most\s+1000/)
  })

  test('loads nothing and runs nothing', async () => {
    const { ask } = await startServed()
    const { body, headers } = await ask('/reference', { key: '' })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(body).not.toMatch(/<script|<link|<img|src=|https?:\/\//)
  })
})
