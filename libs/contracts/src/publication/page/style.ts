import { Html } from './html.js';

/** Plain, readable in light and dark, and on a phone; wide tables scroll by themselves. */
export const style = new Html(`
:root { color-scheme: light dark; --line: #d4d7dc; --quiet: #5b6370; --link: #0b57d0; --code: #f3f4f6; --bar: #fafafa; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a3f47; --quiet: #a0a8b4; --link: #8ab4f8; --code: #23272e; --bar: #181b20; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
@media (prefers-color-scheme: dark) { body { background: #121418; color: #e6e8eb; } }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; font-size: .875rem; background: var(--bar); border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: .25rem 0 1rem; padding-left: .75rem; }
nav .topic { font-weight: 600; }
main { padding: 1.5rem 2rem 6rem; max-width: 68rem; }
main > p { max-width: 46rem; margin: .25rem 0; }
h1 { margin: 0; font-size: 1.75rem; }
h2 { margin: 3rem 0 .5rem; font-size: 1.35rem; padding-top: 1rem; border-top: 2px solid var(--line); }
h3 { margin: 0 0 .25rem; font-size: 1.1rem; }
h3 a { color: inherit; }
section { margin: 2rem 0; padding-top: .5rem; }
section > p { margin: .25rem 0 .5rem; }
.facts, dt, th { color: var(--quiet); }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
dl { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); margin: .5rem 0 1rem; font-size: .9375rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 500; }
.fields td:nth-child(-n+3) { white-space: nowrap; }
.fields td.no { color: var(--quiet); }
td span:not(:last-child)::after { content: '; '; }
code, pre { font: .8125rem/1.45 ui-monospace, monospace; }
td:last-child code, dd code, p code { overflow-wrap: anywhere; }
pre { margin: .5rem 0 0; padding: .75rem 1rem; overflow-x: auto; background: var(--code); border-radius: 4px; }
details { margin-top: .75rem; font-size: .9375rem; }
summary { cursor: pointer; color: var(--link); }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 14rem; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem 1rem 4rem; }
  table { min-width: 40rem; }
}
`);
