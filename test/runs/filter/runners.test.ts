import { describe, expect, test } from 'vitest'
import { caseNameOf } from '../../../src/submission/match/names.ts'
import { filterFor } from '../../../src/runs/filter/index.ts'

// The names are those that runs submit gave to tests of real runners. The expected arguments were run with these runners.

describe('the argument that runs tests again', () => {
  test.each(['jest', 'mocha'] as const)('for %s is a pattern of titles', (runner) => {
    const pattern = filterFor[runner](['cart › adds (a+b) $1', 'cart › adds'])
    expect(pattern).toBe('(^| )(adds\\s\\(a\\+b\\)\\s\\$1|adds)$')
    expect('cart adds (a+b) $1').toMatch(new RegExp(pattern))
    expect('cart adds more').not.toMatch(new RegExp(pattern))
  })

  test('for node names the parents too, without which it skips a subtest', () => {
    expect(filterFor.node(['cart › adds', 'cart › pays'])).toBe('(^| )(cart|adds|pays)$')
  })

  test('for vitest has spaces where its report has arrows', () => {
    const pattern = filterFor.vitest(['a.test.js › cart > adds', 'a.test.js › cart > pays'])
    expect(pattern).toBe('(^| )(cart(\\s>)?\\sadds|cart(\\s>)?\\spays)$')
    expect('cart adds').toMatch(new RegExp(pattern))
  })

  test.each(['jest', 'mocha', 'node', 'vitest', 'playwright'] as const)(
    'for %s finds a title with an arrow of its own',
    (runner) => {
      expect('cart is true when a > b').toMatch(new RegExp(filterFor[runner](['cart › is true when a > b'])))
    },
  )

  test.each(['jest', 'mocha', 'node', 'vitest', 'playwright'] as const)(
    'for %s finds a title with a line break, which JUnit XML tells as a space',
    (runner) => {
      const pattern = filterFor[runner](['cart › adds\na row', 'cart › pays in cash'])
      // Mocha does not accept a pattern with several lines.
      expect(pattern).not.toContain('\n')
      expect('cart adds\na row').toMatch(new RegExp(pattern))
      expect('cart pays\nin cash').toMatch(new RegExp(pattern))
    },
  )

  test('for mocha is the test whose hook failed, also where its suite stands before it, as in TAP', () => {
    expect(filterFor.mocha(['cart "before each" hook for "adds"'])).toBe('(^| )(adds)$')
  })

  test('for mocha is the test whose hook failed', () => {
    expect(filterFor.mocha(['cart › "before each" hook for "adds"', 'cart › "after all" hook in "cart"'])).toBe(
      '(^| )(adds|"after\\sall"\\shook\\sin\\s"cart")$',
    )
  })

  test('for playwright lets tags follow', () => {
    const pattern = new RegExp(filterFor.playwright(['login.spec.ts › login › works']))
    expect('chromium login.spec.ts login works @smoke @fast').toMatch(pattern)
    expect('chromium login.spec.ts login works twice').not.toMatch(pattern)
  })

  test('for pytest is the id of each test', () => {
    const names = ['pytest › test_cart.TestCart › test_adds', 'pytest › tests.unit.test_cart › test_pays[2]', 'test_x']
    expect(filterFor.pytest(names).split('\n')).toEqual([
      'test_cart.py::TestCart::test_adds',
      'tests/unit/test_cart.py::test_pays[2]',
      'test_x',
    ])
  })

  test('for pytest is of the module, where a folder or the module has capitals', () => {
    const names = [
      'pytest › tests.API.test_login › test_ok',
      'pytest › tests.test_API › test_ok',
      'pytest › API.login_test.TestLogin.TestWrong › test_key',
    ]
    expect(filterFor.pytest(names).split('\n')).toEqual([
      'tests/API/test_login.py::test_ok',
      'tests/test_API.py::test_ok',
      'API/login_test.py::TestLogin::TestWrong::test_key',
    ])
    expect(filterFor.pytest(['pytest › TestLogin › test_ok'])).toBe('test_ok')
  })

  test('for pytest is the file of a module that could not be collected', () => {
    const names = ['pytest › tests.unit.test_cart', 'pytest › test_login', 'pytest › test_login › test_ok']
    expect(filterFor.pytest(names).split('\n')).toEqual([
      'tests/unit/test_cart.py',
      'test_login.py',
      'test_login.py::test_ok',
    ])
  })

  test('for go names subtests where all are of one test, and else whole tests', () => {
    expect(filterFor.go(['example.com/cart › TestAdds/a_(b)', 'example.com/cart › TestAdds/c'])).toBe(
      '^(TestAdds)$/^(a_\\(b\\)|c)$',
    )
    expect(filterFor.go(['x › TestAdds/a', 'x › TestPays'])).toBe('^(TestAdds|TestPays)$')
    expect(filterFor.go(['x › TestAdds', 'x › TestAdds/a'])).toBe('^(TestAdds)$')
    expect(filterFor.go(['x › TestAdds/a/b', 'x › TestAdds/c/d'])).toBe('^(TestAdds)$')
  })

  test('for dotnet is an expression of whole names', () => {
    expect(filterFor.dotnet(['Shop.CartTests › Adds', 'Shop.CartTests › Shop.CartTests.Pays(n: 1)'])).toBe(
      'FullyQualifiedName=Shop.CartTests.Adds|FullyQualifiedName=Shop.CartTests.Pays\\(n: 1\\)',
    )
  })

  test('for Maven is the methods of each class', () => {
    expect(filterFor.junit(['shop.CartTest › adds()', 'shop.CartTest › pays(int)[1]', 'shop.LoginTest › works'])).toBe(
      'shop.CartTest#adds+pays,shop.LoginTest#works',
    )
  })

  test('for Maven is a whole class, where that failed before its methods', () => {
    expect(filterFor.junit(['shop.DbTest › shop.DbTest', 'shop.DbTest › reads()', 'shop.CartTest › adds()'])).toBe(
      'shop.DbTest,shop.CartTest#adds',
    )
  })

  // A search through all methods for each method would take twice as long as a test may.
  test('for Maven is 400,000 methods of one class, too', () => {
    const names = Array.from({ length: 400_000 }, (_, at) => `shop.CartTest › adds${at}`)
    expect(filterFor.junit(names).split('+')).toHaveLength(names.length)
  })

  test('of a name that was cut because it is long goes on with anything', () => {
    const long = 'x'.repeat(600)
    const cut = (name: string) => caseNameOf({ suite: [], name, classname: undefined })
    for (const runner of ['vitest', 'jest', 'mocha', 'node', 'playwright'] as const) {
      const pattern = new RegExp(filterFor[runner]([cut(`cart › adds ${long}`), 'cart › pays']))
      expect(`cart adds ${long}`).toMatch(pattern)
      expect('cart adds').not.toMatch(pattern)
    }
    expect(filterFor.pytest([cut(`pytest › test_cart.TestCart › test_adds[${long}]`)])).toBe(
      'test_cart.py::TestCart::test_adds',
    )
    expect(filterFor.go([cut(`cart › TestAdds/${long}`)])).toMatch(/^\^\(TestAdds\)\$\/\^\(x+\[\\s\\S\]\*\)\$$/)
    expect(filterFor.dotnet([cut(`Cart › Adds(${long})`), 'Cart › Pays'])).toMatch(
      /^FullyQualifiedName~Cart\.Adds\\\(x+\|FullyQualifiedName=Cart\.Pays$/,
    )
    expect(filterFor.junit([cut(`Cart › adds[${long}]`)])).toBe('Cart#adds')
    expect(filterFor.junit([cut(`Cart › ${long}`)])).toMatch(/^Cart#x+\*$/)
  })
})
