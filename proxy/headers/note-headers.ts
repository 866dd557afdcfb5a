import type { IncomingHttpHeaders } from 'node:http';
import type { LedgerSettings } from '../../domain/gateway/ledger-settings.ts';
import { STEP_CLASSES, type StepClass } from '../../domain/gateway/step-classes.ts';
import { headerText } from './header-text.ts';

/** What the headers of a request say of it. */
export interface NotedHeaders {
  readonly traceId: string | undefined;
  /** Undefined where the caller names none that there is. */
  readonly stepClass: StepClass | undefined;
  /** Everything else, by the name under which it is noted. */
  readonly noted: Readonly<Record<string, string>>;
}

export interface NotedSettings extends LedgerSettings {
  /** In lower case. */
  readonly tierHeader: string;
}

/** Opaque values, by the name under which each is noted. */
const IDENTITY = { step_id: 'x-tt-step-id', parent_id: 'x-tt-parent-id', agent: 'x-tt-agent' } as const;
const DIMENSIONS = { 'dims.user': 'x-tt-user', 'dims.tenant': 'x-tt-tenant', 'dims.feature': 'x-tt-feature' } as const;

/** Hints that are read and noted alone; the deprecated name loses against the current one. */
const SLO_HINTS = {
  slo_ttft_ms: ['x-llm-d-slo-ttft-ms', 'x-slo-ttft-ms'],
  slo_tpot_ms: ['x-llm-d-slo-tpot-ms', 'x-slo-tpot-ms'],
} as const;

const TAG = 'x-tt-tag-';
const MOST_TAG_KEY_BYTES = 32;

/** Reads what a request says of itself. Nothing of it is ever refused, and `traceparent` says nothing of who asks. */
export function noteHeaders(headers: IncomingHttpHeaders, settings: NotedSettings): NotedHeaders {
  const said = oneOf(headers, 'x-tt-step-class');
  return {
    traceId: headerText(oneOf(headers, 'x-tt-trace-id')),
    stepClass: STEP_CLASSES.find((name) => name === said),
    noted: Object.fromEntries(
      [
        ...textsOf(headers, IDENTITY),
        ['tier', headerText(oneOf(headers, settings.tierHeader))] as const,
        ['trace.w3c', headerText(oneOf(headers, 'traceparent'))] as const,
        ...Object.entries(SLO_HINTS).map(
          ([name, [current, alias]]) => [name, hintOf(headers, current, alias)] as const,
        ),
        ...(settings.hasDimensions ? [...textsOf(headers, DIMENSIONS), ...tagsOf(headers, settings.mostTags)] : []),
      ].filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  };
}

type Entry = readonly [name: string, text: string | undefined];

function textsOf(headers: IncomingHttpHeaders, names: Readonly<Record<string, string>>): Entry[] {
  return Object.entries(names).map(([name, header]) => [name, headerText(oneOf(headers, header))]);
}

/** The first tags by name, and how many there were beyond. */
function tagsOf(headers: IncomingHttpHeaders, most: number): Entry[] {
  const names = Object.keys(headers)
    .filter((name) => name.startsWith(TAG))
    .sort();
  const admitted = names
    .filter((name) => name.length > TAG.length && name.length <= TAG.length + MOST_TAG_KEY_BYTES)
    .slice(0, most);
  const dropped = names.length - admitted.length;
  return [
    ...admitted.map((name): Entry => [`tag.${name.slice(TAG.length)}`, headerText(oneOf(headers, name))]),
    ['tags_dropped', dropped > 0 ? String(dropped) : undefined],
  ];
}

function hintOf(headers: IncomingHttpHeaders, current: string, alias: string): string | undefined {
  const value = oneOf(headers, current) ?? oneOf(headers, alias);
  return value !== undefined && /^\d{1,9}$/.test(value) ? String(Number(value)) : undefined;
}

function oneOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
