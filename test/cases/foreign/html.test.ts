import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { htmlToMarkdown } from '../../../src/cases/foreign/html/index.ts'

const textOf = (html: string): string => htmlToMarkdown(html).text

describe('HTML that editors write becomes Markdown', () => {
  test.each([
    ['a<br>b<br /><br/>c', 'a\nb\n\nc'],
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['<div>One</div><div>Two<br></div><div><br></div><div>Three</div>', 'One\nTwo\nThree'],
    ['<b>bold </b><i> italic</i><u>line</u><s>gone</s>', '**bold** *italic*line~~gone~~'],
    ['<strong><strong>Bold</strong><br></strong><em>x</em><strong><br></strong>', '**Bold**\n*x*'],
    ['<ul><li>a<ol><li>b</li><li>c</li></ol></li><li></li><li>d</li></ul>', '- a\n  1. b\n  2. c\n- d'],
    ['<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    ['<table><tr><th>A</th><th>B</th></tr><tr><td>1</td></tr></table>', '| A | B |\n| --- | --- |\n| 1 |  |'],
    ['<table><tr><td>a|b</td><td>c</td></tr></table>', 'a|b | c'],
    ['<pre>  x\n    y</pre>', '```\n  x\n    y\n```'],
    ['<code>a`b</code>', '``a`b``'],
    [
      '<a href="http://e.org/a_b">there</a> <a href="http://e.org">http://e.org</a>',
      '[there](http://e.org/a_b) http://e.org',
    ],
    ['<a href="http://e.org"></a> <a>there</a>', 'http://e.org there'],
    ['<img src="a b.png" alt="pic">', '![pic](<a b.png>)'],
    ['<h2>Title</h2>text<hr>', '## Title\n\ntext\n\n---'],
    ['<blockquote>said</blockquote>', '> said'],
    ['Insert <var>Name</var>&nbsp;here', 'Insert *Name* here'],
    ['<span style="color: red">Red</span>', 'Red'],
    ['10<sup>6</sup> and 10<sup>-3</sup> m<sup>2</sup>', '10^6 and 10^-3 m^2'],
    ['the 1<sup>st</sup> of <sup>12</sup>C, H<sub>2</sub>O<sup></sup>', 'the 1st of 12C, H2O'],
  ])('%s', (html, markdown) => expect(textOf(html)).toBe(markdown))
})

describe('nothing else changes', () => {
  test.each([
    ['List<String> and Map<K, V>', 'List<String> and Map<K, V>'],
    ['<p>List<String> if a <b and c> d</p>', 'List<String> if a <b and c> d'],
    ['press <wtf>OK</wtf><br>now', 'press <wtf>OK</wtf>\nnow'],
    ['a_b *c* [d] 1. # `e`<br>- f', 'a_b *c* [d] 1. # `e`\n- f'],
    ['&lt;b&gt; &amp;amp; &quot;x&quot; &#8364;', '<b> &amp; "x" €'],
    ['plain\n  lines\nstay', 'plain\n  lines\nstay'],
    ['Coffee: 15\nMilk &amp; more', 'Coffee: 15\nMilk & more'],
    ['5 < 6 > 4', '5 < 6 > 4'],
    ['a <b', 'a <b'],
    ['x<!-- hidden -->y<!-- open', 'xy<!-- open'],
    ['<?php echo 1 ?><br>x', '<?php echo 1 ?>\nx'],
  ])('%s', (html, text) => expect(textOf(html)).toBe(text))
})

describe('HTML that was made to do harm', () => {
  test.each([
    ['<script>alert(1)</script><br>x', '<script>alert(1)</script>\nx'],
    ['<a href="javascript:alert(1)">click</a>', 'click'],
    ['<iframe src="x">y</iframe><br>z', '<iframe src="x">y</iframe>\nz'],
    ['<img src="data:image/png;base64,AAAA">', '![](data:)'],
    ['</p></div></b>x<br><b>y', 'x\n**y**'],
  ])('%s', (html, text) => expect(textOf(html)).toBe(text))

  test.each(['<b>', '<div>x', '<td>', '<ul><li>', '<', '<!--', '<a x="', "<b '", '<pre>   ', '&', '<br> '])(
    '%s again and again ends, and loses nothing',
    (piece) => {
      const html = piece.repeat(20_000).slice(0, 150_000)
      const { text, isSource } = htmlToMarkdown(`${html}end`)
      expect(isSource || text.endsWith('end') || text.includes('end')).toBe(true)
    },
  )

  test('what is nested too deep stays as it is', () => {
    const html = `${'<b>'.repeat(300)}x`
    expect(htmlToMarkdown(html)).toEqual({ text: html, isSource: true })
  })
})

test('no letter or digit is ever lost', () => {
  const tags = [
    'b',
    '/b',
    'p',
    '/p',
    'ul',
    'li',
    '/ul',
    'table',
    'tr',
    'td',
    '/table',
    'br/',
    'pre',
    '/pre',
    'X',
    'a href="u"',
    '/a',
  ]
  const piece = fc.oneof(
    fc.constantFrom(...tags).map((tag) => `<${tag}>`),
    fc.constantFrom('&amp;', '&lt;', '<', '>', '|', ' ', '\n', '`', '*'),
    fc.string({ maxLength: 5, unit: 'grapheme' }),
  )
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const html = pieces.join('')
      const plain = letters(
        html.replace(/<\/?(b|p|ul|li|table|tr|td|br\/|pre|a href="u"|a)>/g, '').replace(/&(amp|lt);/g, ''),
      )
      let at = 0
      const held = letters(textOf(html))
      for (const letter of plain) {
        at = held.indexOf(letter, at)
        expect(at).toBeGreaterThanOrEqual(0)
        at += letter.length
      }
    }),
  )
})
