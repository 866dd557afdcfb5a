import { createHash } from 'node:crypto';

/** The style of the first page: one column, the colours of the reader's system, and no fonts or pictures. */
export const HOME_STYLE = `
:root{color-scheme:light dark;--ground:#f6f7f9;--card:#fff;--ink:#171a21;--soft:#5a6272;--line:#dfe3ea;--mark:#2451c8;--good:#17743b;--some:#8a5a00;--none:#5a6272}
@media (prefers-color-scheme:dark){:root{--ground:#0f1218;--card:#181c24;--ink:#e9ecf2;--soft:#9aa3b4;--line:#2a303c;--mark:#8fb0ff;--good:#6fd394;--some:#f0bd62;--none:#9aa3b4}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:56rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:2rem;line-height:1.15;letter-spacing:-.02em;margin:0}
h2{font-size:1.05rem;margin:2.5rem 0 .75rem}
p{margin:.5rem 0}.soft{color:var(--soft)}.lead{font-size:1.1rem;max-width:38rem}
a{color:var(--mark);text-underline-offset:.2em}
a:focus-visible,pre:focus-visible{outline:2px solid var(--mark);outline-offset:2px;border-radius:4px}
ul{list-style:none;margin:0;padding:0}
.parts{display:flex;flex-wrap:wrap;gap:.5rem}
.parts li{background:var(--card);border:1px solid var(--line);border-radius:999px;padding:.25rem .8rem;font-size:.92rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:.75rem}
.figures li{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem 1.1rem;display:flex;flex-direction:column}
.figures strong{font-size:1.75rem;line-height:1.25;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.state{font-size:.85rem;font-weight:600}.up,.available{color:var(--good)}.partial{color:var(--some)}.down,.unavailable{color:var(--none)}
.links{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:.75rem}
.links li{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:.8rem 1.1rem}
.links a{font-weight:600;overflow-wrap:anywhere}.links span,.figures span.why{display:block;font-size:.9rem;color:var(--soft)}
pre{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem 1.1rem;margin:.6rem 0;white-space:pre-wrap;overflow-wrap:anywhere;font:13.5px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
`.trim();

/** The content policy that only allows this style: no scripts, frames, forms or external resources. */
export const HOME_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(HOME_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
