import { inlineStyle } from '../../html/inline.ts'

/** The style sheet of the dashboard: light or dark like the system, and fit for a narrow screen. */
export const dashboardStyle = inlineStyle(`
:root { color-scheme: light dark; --text: #1b1f24; --faint: #57606a; --back: #fff; --raised: #f6f8fa; --line: #8c959f; --faint-line: #d0d7de;
  --link: #0550ae; --button: #0550ae; --on-button: #fff; --bad: #a40e26; --good: #116329 }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --faint: #9ea7b3; --back: #0d1117; --raised: #161b22;
  --line: #6e7681; --faint-line: #3d444d; --link: #79b8ff; --button: #1f6feb; --on-button: #fff; --bad: #ff9492; --good: #7ee787 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 64rem; padding: 1rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word }
header form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
header { border-bottom: 1px solid var(--faint-line); padding-bottom: .5rem; margin-bottom: 1rem; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between }
h1 { font-size: 1.6rem; margin: .5rem 0 }
h1, header, tbody th, td.by, .said, .secret, .command { overflow-wrap: anywhere }
td.by { min-width: 9rem }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem }
a { color: var(--link) }
code { font-family: ui-monospace, monospace }
label { display: block; font-weight: 600; margin-bottom: .3rem }
input, select, button { font: inherit; color: inherit; padding: .45rem .6rem; border: 1px solid var(--line);
  border-radius: .35rem; background: var(--back); max-width: 100% }
input { width: 28rem }
button { cursor: pointer; background: var(--raised) }
button.main { background: var(--button); border-color: var(--button); color: var(--on-button); font-weight: 600 }
button.bad { color: var(--bad); border-color: var(--bad) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.field { margin: 0 0 1rem }
.field .hint { display: block }
.hint { color: var(--faint); font-size: .9rem; margin: .3rem 0; max-width: 42rem }
.said { border-left: .3rem solid var(--good); background: var(--raised); padding: .6rem 1rem }
.said.bad { border-color: var(--bad) }
.secret, .command { display: block; padding: 1rem; background: var(--raised); border: 1px dashed var(--line);
  font-size: 1.1rem; user-select: all }
.command { border-style: solid; font-size: 1rem; padding: .6rem 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line) }
.over { color: var(--faint) }
summary { cursor: pointer; color: var(--link); white-space: nowrap }
@media (max-width: 48rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  table, tbody, tr, th, td { display: block; border: 0; padding: 0 }
  tr { border-bottom: 1px solid var(--line); padding: .75rem 0 }
  td { position: relative; padding-left: 6.5rem }
  td::before { content: attr(data-label); color: var(--faint); position: absolute; left: 0 }
}
`)
