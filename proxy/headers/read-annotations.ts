import type { IncomingHttpHeaders } from 'node:http';
import { TAG_PREFIX, tagName } from '../../contracts/ingest/dimensions/dimension-names.ts';
import type { LedgerSettings } from '../../domain/gateway/ledger-settings.ts';
import { STEP_CLASSES, type StepClass } from '../../domain/gateway/step-classes.ts';
import { headerText } from './header-text.ts';

/** The facts that the headers of a request state. */
export interface HeaderAnnotations {
  readonly traceId: string | undefined;
  /** Undefined if the caller names no step class, or an unknown one. */
  readonly stepClass: StepClass | undefined;
  /** The dimensions of the request by name, without its step class. */
  readonly dimensions: Record<string, string>;
  /** Everything else that the caller states, by the name of the annotation. */
  readonly annotations: Record<string, string>;
}

export interface AnnotationSettings extends Pick<LedgerSettings, 'hasDimensions' | 'maxTags'> {
  /** The name of the header in lower case. */
  readonly tierHeader: string;
  /**
   * The keys of tags for which limits are set. They are noted before others, so that no number of other tags exempts a
   * request from a limit.
   */
  readonly limitedTags: ReadonlySet<string>;
}

/** Opaque values, by the name of the dimension. */
const IDENTITY = [
  ['step_id', 'x-tt-step-id'],
  ['parent_id', 'x-tt-parent-id'],
  ['agent', 'x-tt-agent'],
] as const;
/** Opaque values that are recorded only if the configuration asks for it. */
const BUSINESS = [
  ['user', 'x-tt-user'],
  ['tenant', 'x-tt-tenant'],
  ['feature', 'x-tt-feature'],
] as const;

const TAG = 'x-tt-tag-';

/**
 * Reads what a request states about itself. None of it is ever refused, and `traceparent` does not identify the caller.
 */
export function readAnnotations(headers: IncomingHttpHeaders, settings: AnnotationSettings): HeaderAnnotations {
  const stepClass = oneOf(headers, 'x-tt-step-class');
  const dimensions: Texts = {};
  const annotations: Texts = {};
  for (const [name, header] of IDENTITY) note(dimensions, name, textOf(headers, header));
  note(annotations, 'tier', textOf(headers, settings.tierHeader));
  note(annotations, 'trace.w3c', textOf(headers, 'traceparent'));
  // Hints that are only read and noted. The current name takes precedence over the deprecated one.
  note(annotations, 'slo_ttft_ms', hintOf(headers, 'x-llm-d-slo-ttft-ms', 'x-slo-ttft-ms'));
  note(annotations, 'slo_tpot_ms', hintOf(headers, 'x-llm-d-slo-tpot-ms', 'x-slo-tpot-ms'));
  if (settings.hasDimensions) {
    for (const [name, header] of BUSINESS) note(dimensions, name, textOf(headers, header));
    const dropped = noteTags(dimensions, headers, settings);
    if (dropped > 0) annotations['tags_dropped'] = String(dropped);
  }
  return {
    traceId: textOf(headers, 'x-tt-trace-id'),
    stepClass: STEP_CLASSES.find((name) => name === stepClass),
    dimensions,
    annotations,
  };
}

type Texts = Record<string, string>;

function note(texts: Texts, name: string, text: string | undefined): void {
  if (text !== undefined) texts[name] = text;
}

/** Notes the first tags by name, those with limits before others. @returns the number of tags that are dropped */
function noteTags(
  dimensions: Texts,
  headers: IncomingHttpHeaders,
  { maxTags, limitedTags }: AnnotationSettings,
): number {
  const keys = Object.keys(headers)
    .filter((name) => name.startsWith(TAG))
    .map((name) => name.slice(TAG.length))
    .sort();
  const valid = keys.filter((key) => tagName(key) !== undefined);
  const [limited, others] = [valid.filter((key) => limitedTags.has(key)), valid.filter((key) => !limitedTags.has(key))];
  const admitted = [...limited, ...others].slice(0, Math.max(maxTags, limited.length));
  for (const key of admitted) note(dimensions, `${TAG_PREFIX}${key}`, textOf(headers, `${TAG}${key}`));
  return keys.length - admitted.length;
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
