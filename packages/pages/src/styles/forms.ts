// The styles of pages with forms: one question in the middle, or an account's lists.
import { base } from './base.ts'
import { stylesheet } from './stylesheet.ts'
import { visitor } from './visitor.ts'

const forms = `
[hidden] { display: none !important; }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; }
header a { font-size: .9375rem; }
main.wide { max-width: 46rem; margin-top: 0; padding-top: 2.5rem; }
h2 { margin-top: 2.5rem; font-size: 1.1875rem; }
form { display: grid; gap: 1.25rem; margin-top: 1.75rem; }
form .button, #passkey .button { width: 100%; }
.choices { display: grid; gap: .75rem; }
.choices form { margin-top: 0; }
.button.second { border-color: var(--field-line); background: transparent; color: var(--ink); }
.button.second:hover { background: var(--tint); }
.button.danger { border-color: var(--accent); background: transparent; color: var(--accent); }
.button.danger:hover { background: var(--tint); }
.field input[readonly] { border-color: var(--line); background: transparent; color: var(--soft); }
select, textarea {
  width: 100%; min-height: 3rem; padding: .625rem .875rem; border: 1px solid var(--field-line);
  border-radius: .75rem; background: var(--surface); color: inherit; font: inherit;
}
textarea { display: block; resize: vertical; }
select:focus-visible, textarea:focus-visible { outline-offset: 0; border-radius: .75rem; }
select[aria-invalid], textarea[aria-invalid] { border-color: var(--accent); }
.hint { margin-top: .375rem; color: var(--soft); font-size: .9375rem; }
.beside { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; margin: 0; color: var(--soft); font-size: .9375rem; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: .5rem 1rem; align-items: baseline; }
.facts dd { font-size: .9375rem; }
.panel.facts dd + dt { margin-top: 0; }
.message { margin-top: 1.5rem; padding: .875rem 1.125rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface); }
.message.alert { border-color: var(--accent); background: var(--tint); color: var(--ink); }
.or { display: flex; align-items: center; gap: 1rem; margin: 1.5rem 0; color: var(--soft); font-size: .9375rem; }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
.links { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin-top: 1.5rem; font-size: .9375rem; }
.list { display: grid; gap: .75rem; margin-top: 1.25rem; padding: 0; list-style: none; }
.list > li {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .75rem 1.25rem;
  padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: .875rem; background: var(--surface);
}
.list > li > div { flex: 1 1 14rem; }
.list strong { font-weight: 600; }
.list form { margin: 0; }
.list .button { width: auto; min-height: 2.5rem; padding: .375rem 1rem; }
.scopes { display: grid; gap: .5rem; margin-top: .75rem; padding-left: 1.25rem; }
.scopes li::marker { color: var(--accent); }
.decision { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
.decision .button { width: 100%; }
button.link { padding: 0; border: 0; background: none; color: var(--accent); font: inherit; text-decoration: underline; text-underline-offset: .2em; cursor: pointer; }
.consent form, .panel + .decision { margin-top: 1.5rem; }
.consent .small { margin-top: 0; }
.consent .message + .text { margin-top: 1.5rem; }
.consent .code, .consent .link { display: block; min-height: 1.5rem; font-size: .875rem; }
.soft { color: var(--soft); font-size: .9375rem; }
.codes {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .5rem 1.5rem; margin-top: 1.25rem;
  padding: 1.125rem 1.25rem; border-radius: .875rem; background: var(--code); font-family: var(--mono); list-style: none;
}
.qr { width: 13rem; margin-top: 1.5rem; padding: .75rem; border-radius: .875rem; background: #fff; }
.qr svg { display: block; width: 100%; height: auto; stroke: none; }
nav { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0 0 2rem -.75rem; }
nav a { padding: .5rem .75rem; border-radius: .625rem; color: var(--soft); font-weight: 550; text-decoration: none; }
nav a[aria-current] { background: var(--tint); color: var(--accent); }
fieldset { display: grid; gap: .25rem; margin: 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 550; }
fieldset .hint { margin: .25rem 0; }
.choice { display: flex; align-items: center; gap: .75rem; min-height: 2.75rem; font-weight: 400; }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
@media (min-width: 40rem) {
  form .button, #passkey .button { width: auto; justify-self: start; }
  .one form .button { width: 100%; }
}
`

export const formStylesheet = stylesheet(base, visitor, forms)
