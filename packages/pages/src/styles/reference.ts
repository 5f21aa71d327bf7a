// The styles of the API reference: a plain page to scan, with navigation beside it on wide screens.
import { base } from './base.ts'
import { stylesheet } from './stylesheet.ts'

const colours = `
:root {
  --green: #0a6349; --green-tint: #e0f3ec; --blue: #1f4f9e; --blue-tint: #e5eefb;
  --amber: #7d4600; --amber-tint: #fbeedb; --red: #a3213a; --red-tint: #fbe7ea;
  --night: #1d1815; --night-line: #362d28; --night-ink: #f3ebe6; --night-soft: #b8aba2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --green: #74d7b3; --green-tint: #15302a; --blue: #97bcff; --blue-tint: #1c2942;
    --amber: #f2bb6d; --amber-tint: #36290f; --red: #f893a5; --red-tint: #3d1c23;
    --night: #0f0c0b;
  }
}
`

const frame = `
html { scroll-padding-top: 4.5rem; }
header {
  position: sticky; top: 0; z-index: 1; display: flex; align-items: center; justify-content: space-between; gap: 1rem;
  height: 3.5rem; padding: 0 1.25rem; border-bottom: 1px solid var(--line); background: var(--ground);
}
.version { color: var(--soft); font: .8125rem var(--mono); }
.skip { position: absolute; left: -999rem; z-index: 2; padding: .75rem 1rem; background: var(--surface); }
.skip:focus { left: .5rem; top: .5rem; }
nav { padding: 1rem 1.25rem; border-bottom: 1px solid var(--line); }
nav ul { list-style: none; }
nav h2 { margin: 1rem 0 .25rem; font-size: .875rem; letter-spacing: 0; }
nav h2 a { color: var(--ink); }
nav a {
  display: flex; align-items: center; justify-content: space-between; gap: .75rem; min-height: 2.75rem;
  color: var(--soft); text-decoration: none;
}
nav a:hover { color: var(--accent); }
nav h2 + ul { display: none; }
nav ul:first-child { display: grid; grid-template-columns: 1fr 1fr; }
nav h2 { display: inline-block; margin: 0 1.25rem 0 0; }
main { padding: 0 1.25rem 6rem; }
section { padding: 2.5rem 0; }
section + section { border-top: 1px solid var(--line); }
@media (min-width: 64rem) {
  body { display: grid; grid-template: auto 1fr / 17.5rem minmax(0, 1fr); }
  header { grid-column: 1 / -1; padding: 0 2rem; }
  nav {
    position: sticky; top: 3.5rem; height: calc(100vh - 3.5rem); overflow-y: auto; padding: 1.5rem 1.25rem 3rem 1.25rem;
    border-bottom: 0; border-right: 1px solid var(--line); font-size: .875rem; scrollbar-width: thin;
  }
  nav a { min-height: 2rem; padding: .25rem .75rem; border-radius: .5rem; line-height: 1.35; }
  nav a:hover { background: var(--code); }
  nav h2 { display: block; margin: 1.5rem 0 .25rem; }
  nav h2 + ul, nav ul:first-child { display: block; }
  main { padding: 0 3rem 8rem; }
}
`

const content = `
h1 { font-size: 2.25rem; font-weight: 700; letter-spacing: -.03em; }
h2 { font-size: 1.625rem; font-weight: 700; letter-spacing: -.025em; }
h3 { font-size: 1.25rem; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4, h5 { margin-top: 2rem; font-size: .9375rem; letter-spacing: 0; }
.told > h3:not(:first-child) { margin-top: 2rem; }
p { margin-top: .75rem; max-width: 42rem; }
code { padding: .125em .35em; border-radius: .375rem; background: var(--code); font: .875em/1.5 var(--mono); }
.whole { white-space: nowrap; }
article { padding: 2.5rem 0; }
article + article { border-top: 1px solid var(--line); }
article:last-child { padding-bottom: 0; }
.shown { display: grid; align-content: start; gap: 1rem; margin-top: 1.75rem; min-width: 0; }
.told { min-width: 0; }
.address { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; }
.address code { padding: 0; background: none; font-size: .9375rem; }
.address em { color: var(--soft); font-style: normal; }
.method, .status {
  flex: none; padding: .125rem .4375rem; border-radius: .375rem; font: 600 .75rem/1.5 var(--mono);
  background: var(--blue-tint); color: var(--blue);
}
.get, .head, .options, .good { background: var(--green-tint); color: var(--green); }
.put, .patch { background: var(--amber-tint); color: var(--amber); }
.delete, .bad { background: var(--red-tint); color: var(--red); }
.plain { background: var(--code); color: var(--soft); }
nav .method { padding: 0; background: none; font-size: .6875rem; }
.scope, .kind { color: var(--soft); font-size: .875rem; }
.kind { font-weight: 400; }
table { width: 100%; margin-top: .75rem; border-collapse: collapse; font-size: .9375rem; table-layout: fixed; }
th, td { padding: .75rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { width: 38%; padding-right: 1rem; font-weight: 400; }
thead th { padding: .375rem 0; color: var(--soft); font-size: .8125rem; }
th code { padding: 0; background: none; font-size: .875rem; font-weight: 600; }
td p { margin-top: .25rem; }
td .kind { margin-top: 0; }
.note { display: block; color: var(--soft); font-size: .75rem; letter-spacing: 0; font-weight: 500; }
.required { color: var(--accent); }
h3 .note, h4 .note { display: inline; margin-left: .625rem; }
.responses { margin-top: .75rem; list-style: none; font-size: .9375rem; }
.responses li { display: flex; align-items: baseline; gap: .75rem; padding: .25rem 0; }
details { margin-top: .75rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface); }
details > :not(summary) { width: calc(100% - 2rem); margin: 0 1rem .5rem; }
details tr:last-child > * { border-bottom: 0; }
summary { min-height: 2.75rem; padding: .625rem 1rem; font-size: .9375rem; font-weight: 500; cursor: pointer; }
.sample { margin: 0; border: 1px solid var(--night-line); border-radius: .875rem; background: var(--night); color: var(--night-ink); }
figcaption {
  padding: .5rem 1rem; border-bottom: 1px solid var(--night-line); color: var(--night-soft); font-size: .8125rem;
}
pre { margin: 0; padding: .875rem 1rem; white-space: pre-wrap; font: .8125rem/1.6 var(--mono); }
pre code { padding: 0; background: none; font: inherit; }
:target > .told > h3 a, :target > h2 { color: var(--accent); }
@media (min-width: 76rem) {
  article, section:not(.group) { display: grid; grid-template-columns: minmax(0, 1fr) 25rem; gap: 3rem; }
  .shown { position: sticky; top: 5rem; align-self: start; margin-top: 0; max-height: calc(100vh - 6.5rem); overflow-y: auto; border-radius: .875rem; }
}
`

export const referenceStylesheet = stylesheet(base, colours, frame, content)
