import type { IncomingHttpHeaders } from 'node:http';
import type { LedgerSettings } from '../../domain/gateway/ledger-settings.ts';
import { STEP_CLASSES, type StepClass } from '../../domain/gateway/step-classes.ts';
import { headerText } from './header-text.ts';

/** The facts that the headers of a request state. */
export interface HeaderAnnotations {
  readonly traceId: string | undefined;
  /** Undefined if the caller names no step class, or an unknown one. */
  readonly stepClass: StepClass | undefined;
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

/** Opaque values, by the name of the annotation. */
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
const MAX_TAG_KEY_BYTES = 32;

/**
 * Reads what a request states about itself. None of it is ever refused, and `traceparent` does not identify the caller.
 */
export function readAnnotations(headers: IncomingHttpHeaders, settings: AnnotationSettings): HeaderAnnotations {
  const stepClass = oneOf(headers, 'x-tt-step-class');
  const annotations: Annotations = {};
  for (const [name, header] of IDENTITY) note(annotations, name, textOf(headers, header));
  note(annotations, 'tier', textOf(headers, settings.tierHeader));
  note(annotations, 'trace.w3c', textOf(headers, 'traceparent'));
  // Hints that are only read and noted. The current name takes precedence over the deprecated one.
  note(annotations, 'slo_ttft_ms', hintOf(headers, 'x-llm-d-slo-ttft-ms', 'x-slo-ttft-ms'));
  note(annotations, 'slo_tpot_ms', hintOf(headers, 'x-llm-d-slo-tpot-ms', 'x-slo-tpot-ms'));
  if (settings.hasDimensions) {
    for (const [name, header] of DIMENSIONS) note(annotations, name, textOf(headers, header));
    noteTags(annotations, headers, settings);
  }
  return {
    traceId: textOf(headers, 'x-tt-trace-id'),
    stepClass: STEP_CLASSES.find((name) => name === stepClass),
    annotations,
  };
}

type Annotations = Record<string, string>;

function note(annotations: Annotations, name: string, text: string | undefined): void {
  if (text !== undefined) annotations[name] = text;
}

/** Notes the first tags by name, those with limits before others, and the number of tags that are dropped. */
function noteTags(
  annotations: Annotations,
  headers: IncomingHttpHeaders,
  { maxTags, limitedTags }: AnnotationSettings,
): void {
  const keys = Object.keys(headers)
    .filter((name) => name.startsWith(TAG))
    .map((name) => name.slice(TAG.length))
    .sort();
  const valid = keys.filter((key) => key.length > 0 && key.length <= MAX_TAG_KEY_BYTES);
  const [limited, others] = [valid.filter((key) => limitedTags.has(key)), valid.filter((key) => !limitedTags.has(key))];
  const admitted = [...limited, ...others].slice(0, Math.max(maxTags, limited.length));
  for (const key of admitted) note(annotations, `tag.${key}`, textOf(headers, `${TAG}${key}`));
  const dropped = keys.length - admitted.length;
  if (dropped > 0) annotations['tags_dropped'] = String(dropped);
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
