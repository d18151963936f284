import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { once } from '../../../src/system/async/once.ts'
import { inBothSchemes, launch } from '../../helpers/browser.ts'
import { lacks } from '../../helpers/programs.ts'
import { visit } from './visit.ts'

// The dashboard in a real browser at a real port. The tests do not install the browser; .ci/run does.

const legibility = await readFile(join(import.meta.dirname, '../legibility.js'), 'utf8')

describe.skipIf(lacks('chromium'))('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test('an owner signs in, makes a key, revokes it and signs out, with a keyboard and without a script', async () => {
    const { url, page, requests, objections, keys, secrets } = await visit(browser, { javaScriptEnabled: false })
    const headings = () => page.getByRole('heading', { level: 1 }).allInnerTexts()
    // Keys typed before the field has the focus are lost. TRAPS 29
    const typeKey = async (key: string) => {
      await page.locator('#key:focus').waitFor()
      await page.keyboard.type(key)
      await page.keyboard.press('Enter')
    }
    await page.goto(`${url}/settings/`)
    expect(page.url()).toBe(`${url}/settings/keys`)
    await typeKey('tctl_wrong')
    expect(await page.getByRole('alert').innerText()).toMatch(/not a valid key/i)
    await typeKey(secrets.ana)
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor()

    await page.getByLabel('Name').fill('<b>nightly</b>')
    await page.getByLabel('Role').selectOption('reader')
    await page.getByLabel('Valid for').selectOption({ label: 'a year' })
    await page.getByLabel('Valid for').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The key <b>nightly</b> was created' }).waitFor()
    const secret = await page.locator('#secret').innerText()
    expect(await keys.find(secret)).toMatchObject({ name: '<b>nightly</b>', role: 'reader' })

    await page.getByRole('link', { name: 'Back to the keys' }).click()
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor()
    expect(await page.content()).not.toContain(secret.slice(9))
    const row = page.getByRole('row', { name: '<b>nightly</b>' })
    expect(await row.getByRole('cell').first().innerText()).toBe('reader')
    await row.locator('summary').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
    expect(await page.getByRole('status').innerText()).toMatch(/the key <b>nightly<\/b> is revoked/i)
    expect(await keys.find(secret)).toBeUndefined()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(headings).toEqual(['Sign in'])
    await page.goto(`${url}/settings/keys`)
    expect(await headings()).toEqual(['Sign in'])

    // The browser logs the 401 for the wrong key. It must log nothing else.
    expect(objections.filter((text) => !text.includes('401'))).toEqual([])
    for (const { url: path, headers } of requests) {
      expect(headers).not.toHaveProperty('referer')
      for (const key of [secret, secrets.ana]) expect(JSON.stringify([path, headers])).not.toContain(key.slice(5, 20))
    }
  })

  test('reloading the page that showed a key makes no second one, and going back does not show it', async () => {
    const { url, page, signIn, keys, secrets } = await visit(browser)
    await page.goto(`${url}/settings/keys`)
    await signIn(secrets.ana)
    await page.getByLabel('Name').fill('nightly')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const secret = await page.locator('#secret').innerText()
    await page.reload()
    expect(await page.getByRole('alert').innerText()).toMatch(/there is a key nightly already/i)
    expect(await keys.list()).toHaveLength(3)
    await page.goto(`${url}/settings/keys`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    for (let step = 0; step < 4; step++) {
      await page.goBack().catch(() => undefined)
      expect(await page.content()).not.toContain(secret.slice(9))
    }
  })

  const widths = [1280, 320] as const
  /** Finds illegible parts of each page at both widths and in both color schemes. Each page is opened once for all tests. */
  const looks = once(async () => {
    const { url, page, signIn, objections, secrets, make } = await visit(browser)
    await make('x'.repeat(100))
    const seen: Record<number, { light: string[]; dark: string[] }>[] = []
    const look = async (name: string) => {
      const found: (typeof seen)[number] = {}
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 })
        found[width] = await inBothSchemes(page, async (colorScheme) => {
          const illegible = await page.evaluate<string[]>(legibility)
          const folder = process.env['SCREENSHOTS']
          if (folder) await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true })
          return illegible
        })
      }
      seen.push(found)
    }
    await page.goto(`${url}/settings/keys`)
    await look('sign-in')
    await signIn(secrets.ana)
    await look('keys')
    await page.getByLabel('Name').fill('nightly')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.locator('#secret').waitFor()
    await look('created')
    return { seen, objections }
  })

  test.for([
    ['light', 1280],
    ['dark', 1280],
    ['light', 320],
    ['dark', 320],
  ] as const)(
    'a %s page of %i pixels is read without scrolling sideways, in good contrast',
    async ([colorScheme, width]) => {
      const { seen, objections } = await looks()
      expect(seen.map((found) => found[width]?.[colorScheme])).toEqual([[], [], []])
      expect(objections).toEqual([])
    },
  )
})
