// The styles of visitor pages: one thing to read and one thing to do, in the middle of the screen.
import { base } from './base.ts'
import { stylesheet } from './stylesheet.ts'

export const visitor = `
body { display: grid; grid-template-rows: auto 1fr; padding: 1.25rem; }
header { padding: .25rem; }
.logo { width: auto; max-width: 10rem; height: 2.25rem; object-fit: contain; object-position: left; }
main { width: 100%; max-width: 30rem; margin: auto; padding: 1.5rem 0 12vh; }
h1 { font-size: clamp(1.625rem, 1.4rem + 1.2vw, 2rem); font-weight: 700; letter-spacing: -.025em; }
.icon {
  display: grid; place-items: center; width: 3.5rem; height: 3.5rem; margin-bottom: 1.5rem;
  border-radius: 1rem; background: var(--tint); color: var(--accent);
}
.icon svg { width: 1.75rem; height: 1.75rem; }
svg { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.mark { stroke: none; }
.text { margin-top: .75rem; color: var(--soft); font-size: 1.0625rem; }
.text + .text { margin-top: .5rem; }
.panel + .text { margin-top: 1.25rem; }
.text strong { color: var(--ink); font-weight: 600; }
.small { margin-top: 1.25rem; color: var(--soft); font-size: .9375rem; }
.action { margin-top: 1.75rem; }
form.action { display: grid; gap: 1.25rem; }
.action .button { width: 100%; }
label { display: block; margin-bottom: .375rem; font-weight: 600; }
input {
  width: 100%; min-height: 3rem; padding: .625rem .875rem; border: 1px solid var(--field-line);
  border-radius: .75rem; background: var(--surface); color: inherit; font: inherit;
}
input:focus-visible { outline-offset: 0; border-radius: .75rem; }
input[aria-invalid] { border-color: var(--accent); }
.wrong { margin-top: .5rem; color: var(--accent); font-weight: 500; }
.panel {
  margin-top: 1.5rem; padding: 1.125rem 1.25rem; border: 1px solid var(--line); border-radius: 1rem;
  background: var(--surface);
}
.panel dt { color: var(--soft); font-size: .875rem; }
.panel dd + dt { margin-top: .875rem; }
.address { display: block; color: var(--soft); font: 1rem/1.55 var(--mono); }
.code { font-family: var(--mono); font-size: .875rem; }
.address strong { color: var(--ink); font-weight: 700; }
p.choices { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem 1.5rem; }
.features { display: grid; gap: 1.25rem 2rem; margin-top: 2rem; list-style: none; }
.features li { display: grid; grid-template-columns: auto 1fr; gap: 0 .875rem; }
.features svg { width: 1.5rem; height: 1.5rem; margin-top: .125rem; grid-row: span 2; color: var(--accent); }
.features h2 { font-size: 1rem; line-height: 1.6; letter-spacing: 0; }
.features p { color: var(--soft); }
.home h1 { font-size: clamp(2rem, 1.5rem + 2.4vw, 2.75rem); line-height: 1.12; }
.home .mark { width: 4.5rem; height: 4.5rem; margin: 0 0 1rem -.25rem; }
@media (min-width: 40rem) {
  body { padding: 1.75rem 2.25rem; }
  .action .button { width: auto; }
  form .button { justify-self: start; }
  .home { max-width: 40rem; }
  .features { grid-template-columns: 1fr 1fr; }
}
`

export const visitorStylesheet = stylesheet(base, visitor)
