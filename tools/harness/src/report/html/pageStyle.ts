/** Style of the report page: light and dark by the reader's system, and fit for paper. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1c2430; --faint: #5b6675; --line: #d9dee5; --raised: #f5f7f9;
  --valid: #1a7f4b; --invalid: #c02b2b; --unknown: #a15c00; --first: #2f6fde; --refused: #7a4fc0;
}
@media screen and (prefers-color-scheme: dark) {
  :root:not(.printing) {
    --paper: #12161c; --ink: #e4e9ef; --faint: #98a4b3; --line: #2c3540; --raised: #1a2028;
    --valid: #4cc38a; --invalid: #ff6b6b; --unknown: #f0a13c; --first: #6ea8ff; --refused: #b794f6;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { margin: .25rem 0; }
.faint { color: var(--faint); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .45rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--faint); font-weight: 600; font-size: .85rem; }
td.number, th.number { text-align: right; white-space: nowrap; }
table.matrix { width: auto; } td.cell, th.cell { text-align: center; min-width: 2rem; }
.cell.caught { color: var(--valid); font-weight: 650; } .cell.escaped { color: var(--invalid); font-weight: 650; }
.cell.noticed { color: var(--valid); } .cell.unclear { color: var(--unknown); } .cell.quiet, .cell.not-run { color: var(--faint); }
.verdict { font-weight: 650; white-space: nowrap; }
.valid { color: var(--valid); } .invalid { color: var(--invalid); } .unknown { color: var(--unknown); }
.skipped { color: var(--faint); }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow-x: auto;
  font: 12.5px/1.5 ui-monospace, 'SF Mono', Consolas, monospace; }
figure { margin: 0; } figcaption { color: var(--faint); font-size: .9rem; margin-top: .25rem; }
.chart { position: relative; width: 100%; }
@media print {
  body { max-width: none; padding: 0; }
  figure, tr, pre { break-inside: avoid; }
}
`;
