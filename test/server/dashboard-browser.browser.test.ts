import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../../src/server/listen.ts'
import { lacks } from '../helpers/programs.ts'
import { openDashboard } from './dashboard/fixture.ts'

// The dashboard as people meet it: a real browser, a real port. Nothing is installed here; .ci/run does that.

const executablePath = '/usr/bin/chromium'
const legibility = await readFile(join(import.meta.dirname, 'legibility.js'), 'utf8')

describe.skipIf(lacks('chromium'))('in a browser', () => {
  let browser: Browser
  let page: Page
  /** What the browser had to object to, such as a breach of the content security policy. */
  let objections: string[]
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet],
    })
  })
  afterAll(() => browser.close())

  const open = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext(options)
    // Before the server goes: an open connection would hold it up.
    closing.unshift(() => context.close())
    page = await context.newPage()
    page.setDefaultTimeout(10_000)
    page.on('console', (message) => objections.push(message.text()))
    page.on('pageerror', (error) => objections.push(error.message))
  }

  beforeEach(() => {
    objections = []
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  const start = async () => {
    const opened = await openDashboard()
    const requests: { url: string; headers: Readonly<Record<string, string>> }[] = []
    const { url, close } = await listen(async ({ address, readBody, ...head }) => {
      requests.push({ url: head.path + head.query, headers: head.headers })
      return opened.dashboard({ ...head, body: await readBody() }, { address, encrypted: false })
    })
    closing.push(close)
    return { ...opened, url, requests }
  }

  const signIn = async (key: string) => {
    await page.getByLabel('Key of an owner').fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  const headings = () => page.getByRole('heading', { level: 1 }).allInnerTexts()

  test('an owner signs in, makes a key, revokes it and signs out, with a keyboard and without a script', async () => {
    const { url, requests, keys, secrets } = await start()
    await open({ javaScriptEnabled: false })
    await page.goto(`${url}/settings/`)
    expect(page.url()).toBe(`${url}/settings/keys`)
    await page.keyboard.type('tctl_wrong')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('alert').innerText()).toMatch(/not a valid key/i)
    await page.keyboard.type(secrets.ana)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor()

    await page.getByLabel('Name').fill('<b>nightly</b>')
    await page.getByLabel('Role').selectOption('reader')
    await page.getByLabel('Valid for').selectOption({ label: 'a year' })
    await page.getByLabel('Valid for').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The key <b>nightly</b> is made' }).waitFor()
    const secret = await page.locator('#secret').innerText()
    expect(await keys.find(secret)).toMatchObject({ name: '<b>nightly</b>', role: 'reader' })

    await page.getByRole('link', { name: 'Back to the keys' }).click()
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
    expect(await headings()).toEqual(['Sign in'])
    await page.goto(`${url}/settings/keys`)
    expect(await headings()).toEqual(['Sign in'])

    // The wrong key was answered 401, which the browser notes; it must have nothing else to say.
    expect(objections.filter((text) => !text.includes('401'))).toEqual([])
    for (const { url: path, headers } of requests) {
      expect(headers).not.toHaveProperty('referer')
      for (const key of [secret, secrets.ana]) expect(JSON.stringify([path, headers])).not.toContain(key.slice(5, 20))
    }
  })

  test('reloading the page that showed a key makes no second one, and going back does not show it', async () => {
    const { url, keys, secrets } = await start()
    await open()
    await page.goto(`${url}/settings/keys`)
    await signIn(secrets.ana)
    await page.getByLabel('Name').fill('nightly')
    await page.getByRole('button', { name: 'Make the key' }).click()
    const secret = await page.locator('#secret').innerText()
    await page.reload()
    expect(await page.getByRole('alert').innerText()).toMatch(/there is a key nightly already/i)
    expect(await keys.list()).toHaveLength(3)
    await page.goto(`${url}/settings/keys`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    for (let step = 0; step < 4; step++) {
      await page.goBack().catch(() => undefined)
      expect(await page.content()).not.toContain(secret.slice(9))
    }
  })

  test('the page of another site can neither send a form of ours, nor frame a page, nor read one', async () => {
    const { url, keys, secrets, requests } = await start()
    const evil = await listen(async () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: `<iframe src="${url}/settings/keys"></iframe>
        <form method="post" action="${url}/settings/keys">
          <input name="name" value="evil"><input name="role" value="owner"><input name="days" value="">
          <button>Win a prize</button></form>`,
    }))
    closing.push(evil.close)
    await open()
    await page.goto(`${url}/settings/keys`)
    await signIn(secrets.ana)
    // Another site: 127.0.0.1 and localhost are as foreign to each other as any two.
    await page.goto(evil.url.replace('127.0.0.1', 'localhost'))
    await page.waitForTimeout(300)
    expect(page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
    expect(await page.evaluate(`fetch('${url}/settings/keys').then((r) => r.text(), () => 'refused')`)).toBe('refused')
    const before = requests.length
    await page.getByRole('button', { name: 'Win a prize' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toContain('Nothing was changed')
    expect(requests[before]?.headers).toMatchObject({ 'sec-fetch-site': 'cross-site' })
    // The cookie did not even come along.
    expect(requests[before]?.headers).not.toHaveProperty('cookie')
    expect(await keys.list()).toHaveLength(2)
  })

  test('the policy stops a script that got in all the same', async () => {
    const { url, secrets } = await start()
    await open()
    await page.goto(`${url}/settings/keys`)
    await signIn(secrets.ana)
    const ran = await page.evaluate(`(() => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.body.append(script)
      const image = document.createElement('div')
      image.innerHTML = '<img src="x" onerror="window.ran = true">'
      document.body.append(image)
      return new Promise((resolve) => setTimeout(() => resolve(window.ran ?? false), 200))
    })()`)
    expect(ran).toBe(false)
    expect(objections.some((text) => text.includes('Content Security Policy'))).toBe(true)
    expect(await page.evaluate('document.cookie')).toBe('')
  })

  test.for([
    ['light', 1280],
    ['dark', 1280],
    ['light', 320],
    ['dark', 320],
  ] as const)(
    'a %s page of %i pixels is read without scrolling sideways, in good contrast',
    async ([colorScheme, width]) => {
      const { url, secrets, make } = await start()
      await make('x'.repeat(100))
      await open({ colorScheme, viewport: { width, height: 700 } })
      await page.goto(`${url}/settings/keys`)
      expect(await lacks()).toEqual([])
      await signIn(secrets.ana)
      expect(await lacks()).toEqual([])
      if (process.env['SCREENSHOTS'])
        await page.screenshot({
          path: `${process.env['SCREENSHOTS']}/keys-${colorScheme}-${width}.png`,
          fullPage: true,
        })
      await page.getByLabel('Name').fill('nightly')
      await page.getByRole('button', { name: 'Make the key' }).click()
      expect(await lacks()).toEqual([])
      expect(objections).toEqual([])
    },
  )

  const lacks = () => page.evaluate<string[]>(legibility)
})
