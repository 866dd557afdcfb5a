import type { DemoFigure } from './demo-figures.ts';
import { HOME_STYLE } from './home-style.ts';

/** The content of the first page. */
export interface HomeContent {
  /** The path of the customer lane, below this origin. */
  readonly path: string;
  /** The parts of the system, with their names for people and whether they are up. */
  readonly parts: readonly { readonly name: string; readonly isUp: boolean }[];
  /** The demo; only present under `npm start`. */
  readonly demo?: {
    readonly gatewayUrl: string;
    readonly temporalUiUrl: string | undefined;
    readonly figures: readonly DemoFigure[];
  };
}

/** The first page, as HTML without scripts. */
export function homePage({ path, parts, demo }: HomeContent): string {
  const gateway = demo && { href: `${demo.gatewayUrl}/healthz`, name: 'Gateway', text: `lives at ${demo.gatewayUrl}` };
  const ui = demo?.temporalUiUrl;
  const links = [
    { href: '/docs', name: 'Documentation', text: 'every operation, to read and to try' },
    { href: '/openapi.json', name: 'OpenAPI', text: 'the same for generators of clients' },
    ...(gateway ? [gateway] : []),
    ...(ui === undefined ? [] : [{ href: ui, name: 'Temporal UI', text: 'each run of a report, step by step' }]),
    { href: '/readyz', name: 'Readiness', text: 'which parts answer, as JSON' },
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Truetally</title>
<style>${HOME_STYLE}</style>
</head>
<body>
<main>
<h1>Truetally</h1>
<p class="lead soft">Answers from the traffic of LLM gateways. Each figure states whether it is complete, a floor or unknown, and why.</p>
<h2>What runs here</h2>
<ul class="parts">
${parts.map(partItem).join('\n')}
</ul>
${demo ? figuresSection(demo.figures) : ''}<h2>Send a first call</h2>
${demo ? demoCall() : ownEvent(path)}
<h2>Where to look</h2>
<ul class="links">
${links.map(linkItem).join('\n')}
</ul>
</main>
</body>
</html>
`;
}

function partItem({ name, isUp }: HomeContent['parts'][number]): string {
  const state = isUp ? 'up' : 'down';
  return `<li>${escaped(name)} <span class="state ${state}">${state}</span></li>`;
}

function linkItem({ href, name, text }: { href: string; name: string; text: string }): string {
  return `<li><a href="${escaped(href)}">${escaped(name)}</a><span>${escaped(text)}</span></li>`;
}

function figuresSection(figures: readonly DemoFigure[]): string {
  const items = figures.map(
    ({ name, shown, state, why }) =>
      `<li><span class="soft">${escaped(name)}</span><strong>${escaped(shown)}</strong><span class="state ${state}">${state}</span><span class="why">${escaped(why)}</span></li>`,
  );
  return `<h2>The demo’s synthetic traffic</h2>
${items.length === 0 ? '<p class="soft">The traffic is being loaded. Reload this page in a minute.</p>' : `<ul class="figures">\n${items.join('\n')}\n</ul>`}
`;
}

function demoCall(): string {
  return `<p>Run this in the project folder, in any shell. The demo provider answers, at no cost.</p>
<pre tabindex="0">. .data/env.sh
curl -sSi "$TT_GATEWAY/v1/messages" -H "x-api-key: $TT_GATEWAY_KEY" -H 'Content-Type: application/json' \\
  -d '{"model":"claude-haiku-4-5","max_tokens":100,"messages":[{"role":"user","content":"Hello"}]}'</pre>
<p>Then query the requests and the spend of the day for each model:</p>
<pre tabindex="0">curl -K .data/curl.conf "$TT_WORKSPACE/insights/rows" -d '{"schema":1,"shape":"facets","facets":["final_model"],
  "from":"'$(date -u +%Y-%m-%dT00:00:00Z)'","to":"'$(date -u +%Y-%m-%dT23:59:59Z)'","metrics":["requests.v1","provider_spend.v1"]}'</pre>
<p class="soft">More to paste: <code>docs/how-to/</code>. Traffic of your own: <code>docs/ways-in/</code>.</p>`;
}

function ownEvent(path: string): string {
  return `<p>Use the runtime key of an environment, and the ids that its operator gave you:</p>
<pre tabindex="0">E=https://…${escaped(path)}/organizations/…/workspaces/…/applications/…/gateways/…/environments/…
curl -sS "$E/traffic" -H 'Authorization: Bearer ttv_…' -H 'Content-Type: application/json' -d @events.json</pre>
<p class="soft">The form of events: <code>docs/traffic-format.md</code>. Spans of OpenTelemetry go to <code>$E/traffic/otlp/v1/traces</code>.</p>`;
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (mark) => MARKS[mark] ?? mark);
}
