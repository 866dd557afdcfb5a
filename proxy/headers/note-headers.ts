import type { IncomingHttpHeaders } from 'node:http';
import type { LedgerSettings } from '../../domain/gateway/ledger-settings.ts';
import { STEP_CLASSES, type StepClass } from '../../domain/gateway/step-classes.ts';
import { headerText } from './header-text.ts';

/** What the headers of a request say of it. */
export interface NotedHeaders {
  readonly traceId: string | undefined;
  /** Undefined where the caller names none that there is. */
  readonly stepClass: StepClass | undefined;
  /** Everything else, by the name under which it is noted: its caller's own. */
  readonly noted: Record<string, string>;
}

export interface NotedSettings extends Pick<LedgerSettings, 'hasDimensions' | 'mostTags'> {
  /** In lower case. */
  readonly tierHeader: string;
}

/** Opaque values, by the name under which each is noted. */
const IDENTITY = [
  ['step_id', 'x-tt-step-id'],
  ['parent_id', 'x-tt-parent-id'],
  ['agent', 'x-tt-agent'],
] as const;
const DIMENSIONS = [
  ['dims.user', 'x-tt-user'],
  ['dims.tenant', 'x-tt-tenant'],
  ['dims.feature', 'x-tt-feature'],
] as const;

const TAG = 'x-tt-tag-';
const MOST_TAG_KEY_BYTES = 32;

/** Reads what a request says of itself. Nothing of it is ever refused, and `traceparent` says nothing of who asks. */
export function noteHeaders(headers: IncomingHttpHeaders, settings: NotedSettings): NotedHeaders {
  const said = oneOf(headers, 'x-tt-step-class');
  const noted: Noted = {};
  for (const [name, header] of IDENTITY) note(noted, name, textOf(headers, header));
  note(noted, 'tier', textOf(headers, settings.tierHeader));
  note(noted, 'trace.w3c', textOf(headers, 'traceparent'));
  // Hints that are read and noted alone; the deprecated name loses against the current one.
  note(noted, 'slo_ttft_ms', hintOf(headers, 'x-llm-d-slo-ttft-ms', 'x-slo-ttft-ms'));
  note(noted, 'slo_tpot_ms', hintOf(headers, 'x-llm-d-slo-tpot-ms', 'x-slo-tpot-ms'));
  if (settings.hasDimensions) {
    for (const [name, header] of DIMENSIONS) note(noted, name, textOf(headers, header));
    noteTags(noted, headers, settings.mostTags);
  }
  return {
    traceId: textOf(headers, 'x-tt-trace-id'),
    stepClass: STEP_CLASSES.find((name) => name === said),
    noted,
  };
}

type Noted = Record<string, string>;

function note(noted: Noted, name: string, text: string | undefined): void {
  if (text !== undefined) noted[name] = text;
}

/** The first tags by name, and how many there were beyond. */
function noteTags(noted: Noted, headers: IncomingHttpHeaders, most: number): void {
  const names = Object.keys(headers)
    .filter((name) => name.startsWith(TAG))
    .sort();
  const admitted = names
    .filter((name) => name.length > TAG.length && name.length <= TAG.length + MOST_TAG_KEY_BYTES)
    .slice(0, most);
  for (const name of admitted) note(noted, `tag.${name.slice(TAG.length)}`, textOf(headers, name));
  const dropped = names.length - admitted.length;
  if (dropped > 0) noted['tags_dropped'] = String(dropped);
}

function textOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  return headerText(oneOf(headers, name));
}

function hintOf(headers: IncomingHttpHeaders, current: string, alias: string): string | undefined {
  const value = oneOf(headers, current) ?? oneOf(headers, alias);
  return value !== undefined && /^\d{1,9}$/.test(value) ? String(Number(value)) : undefined;
}

function oneOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
