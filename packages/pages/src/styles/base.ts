// The styles that every page shares: light and dark colours, type, links, buttons and the brand.

export const base = `
:root {
  color-scheme: light dark;
  --ground: #faf7f5; --surface: #ffffff; --line: #e7e0db; --field-line: #8f847c;
  --ink: #211a16; --soft: #645a53;
  --accent: #b32c43; --accent-strong: #952036; --on-accent: #ffffff; --tint: #fbecee;
  --code: #f4efeb;
  --bird: #c2364b; --wing: #8c2233; --beak: #d98f24;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", "Roboto Mono", Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161210; --surface: #1f1a17; --line: #38302b; --field-line: #8a7f77;
    --ink: #f5efeb; --soft: #b5aaa2;
    --accent: #f4889a; --accent-strong: #f9a5b3; --on-accent: #2b060d; --tint: #3a1d23;
    --code: #2a2420;
    --bird: #e8637a; --wing: #a83a4e; --beak: #eeb04e;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--ground); color: var(--ink);
  font: 1rem/1.6 var(--sans); -webkit-font-smoothing: antialiased; overflow-wrap: anywhere;
}
h1, h2, h3, h4, p, dl, dd, ul { margin: 0; padding: 0; }
h1, h2, h3, h4 { line-height: 1.25; letter-spacing: -.015em; text-wrap: balance; }
p { text-wrap: pretty; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
.brand { display: inline-flex; align-items: center; gap: .5rem; font-weight: 650; letter-spacing: -.01em; }
.mark { width: 1.75rem; height: 1.75rem; }
.mark-body { fill: var(--bird); }
.mark-wing { fill: var(--wing); }
.mark-beak { fill: var(--beak); }
.mark-eye { fill: #fff; }
.button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 3rem; padding: .625rem 1.375rem;
  border: 1px solid transparent; border-radius: .75rem; background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 600; line-height: 1.3; text-align: center; text-decoration: none; cursor: pointer;
  transition: background-color .15s;
}
.button:hover { background: var(--accent-strong); }
.button:focus-visible { border-radius: .75rem; }
@media (prefers-reduced-motion: reduce) { * { transition: none; } }
@media (forced-colors: active) { .button { border-color: ButtonText; } }
`
