/** The style of a report: light or dark like the system, for paper, narrow screens and forced colours. */
export const reportStyle = `
:root{color-scheme:light dark;--text:#1b1f24;--faint:#57606a;--back:#fff;--raised:#f6f8fa;--line:#d0d7de;--link:#0550ae;
--passed:#116329;--failed:#a40e26;--inProgress:#7d4e00;--untested:#57606a}
@media (prefers-color-scheme:dark){:root{--text:#e6edf3;--faint:#9ea7b3;--back:#0d1117;--raised:#161b22;--line:#3d444d;
--link:#79b8ff;--passed:#7ee787;--failed:#ff9492;--inProgress:#e3b341;--untested:#9ea7b3}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:64rem;padding:1rem;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif;
overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25;margin:.5rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1rem 0 .25rem}
.label{font-size:.9rem;font-weight:600;margin:.75rem 0 .25rem}
a{color:var(--link)}small,.hint,figcaption{color:var(--faint);font-size:.875rem;font-weight:400}
.key{color:var(--faint);font-weight:400}
.id,.key,li>a,p>a,small>a,h2>a,nav a,li>b,summary>b{display:inline-block;max-width:100%}
.sentence{font-size:1.25rem;margin:.25rem 0 1rem}
svg{display:block;max-width:100%}svg.bar{border-radius:.25rem;margin:.25rem 0}
ul.rows,ul.plain,ul.counts{list-style:none;margin:0;padding:0}
.plain li{padding:.15rem 0}details>ul.plain{margin:0 0 .5rem 1.2rem}
ul.counts{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.5rem 0}
.sign{display:inline-block;min-width:1.1em;font-weight:700}
.passed .sign,.passed>.sign{color:var(--passed)}.failed .sign{color:var(--failed)}.inProgress .sign{color:var(--inProgress)}
.untested .sign{color:var(--untested)}
ul.rows{content-visibility:auto;contain-intrinsic-size:auto 120rem}ul.rows:last-child{contain-intrinsic-size:auto 40rem}
.t{border-bottom:1px solid var(--line);padding:.25rem 0}
.t:target{outline:2px solid var(--link)}
[hidden]{display:none!important}
.t>a::before{display:inline-block;margin-right:.3em}
.t.passed>a::before{content:'✓' / '';color:var(--passed)}.t.untested>a::before{content:'○' / '';color:var(--untested)}
.t.inProgress>a::before{content:'◐' / '';color:var(--inProgress)}
.t i{color:var(--faint)}.t i::before{content:'· '}
em{font-style:normal;font-size:.8rem;border:1px solid var(--line);border-radius:1rem;padding:0 .5rem;white-space:nowrap}
summary{cursor:pointer;padding:.15rem 0}.why{display:block;margin-left:1.4em;color:var(--failed);unicode-bidi:plaintext}
.body{margin:0 0 .75rem 1.2rem}
figure{margin:.5rem 0}
pre{font:.875rem/1.45 ui-monospace,monospace;white-space:pre-wrap;margin:.25rem 0;background:var(--raised);padding:.5rem .75rem;border-radius:.3rem;unicode-bidi:plaintext}
ol{padding-left:1.5rem}ol pre{margin:.15rem 0}pre.then::before{content:'→ '}
input::placeholder{color:var(--faint);opacity:1}.fold>summary{color:var(--link)}
.runs li{padding:.4rem 0}.runs small{white-space:nowrap}svg.trend{margin:.25rem 0 .5rem}
dl{margin:2rem 0 0;border-top:1px solid var(--line);padding-top:.5rem;color:var(--faint);font-size:.875rem}
dl div{display:flex;gap:.5rem}dt{min-width:6.5rem}dd{margin:0}
#find{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;position:sticky;top:0;background:var(--back);padding:.5rem 0;
border-bottom:1px solid var(--line);z-index:1}
#find label{font-size:.8rem;color:var(--faint)}#find label>*{display:block}
input,select,button{font:inherit;color:inherit;padding:.35rem .5rem;border:1px solid #8c959f;border-radius:.35rem;background:var(--back);max-width:100%}
select{max-width:14rem}output{font-size:.875rem;color:var(--faint)}
:focus-visible{outline:3px solid var(--link);outline-offset:1px}
html{scroll-padding-top:6rem}
rect.passed{fill:#2da44e}rect.failed{fill:#cf222e}rect.inProgress{fill:#bf8700}rect.untested{fill:#8c959f}
@media (max-width:40rem){#find{position:static;display:grid;grid-template-columns:1fr 1fr}html{scroll-padding-top:0}#find input,#find select{width:100%;max-width:none}.body{margin-left:0}}
@media (forced-colors:active){svg.bar,svg.trend{border:1px solid CanvasText}pre,em{border:1px solid CanvasText}}
@media print{#find,header.site form,nav.pages{display:none!important}body{max-width:none;padding:0}ul.rows{content-visibility:visible}.t{break-inside:avoid}
.failed details::details-content{content-visibility:visible;display:block}.fold>summary{display:none}
.fold::details-content{content-visibility:visible;display:block}}
`.replaceAll('\n', '')
