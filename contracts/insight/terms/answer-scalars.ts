import { Type, type TSchemaOptions, type TString } from 'typebox';
import { COVERAGE_ENTRIES } from '../../../domain/insight/coverage.ts';
import { ALWAYS_REFUSED_CHARACTERS, MAX_ID_BYTES } from '../../wire/id-text.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { QUERY_LIMITS } from './query-limits.ts';

/** Characters of a number: the smallest duration that a binary floating-point number holds has some 340 of them. */
export const MAX_DIGITS = 512;

/** A count: numbers travel as decimal strings, so that no reader loses a digit. */
export const CountSchema = Type.String({
  title: 'Count',
  maxLength: MAX_DIGITS,
  pattern: '^\\d+$',
  description: 'Count as a decimal string',
});

/** A count of which corrections are taken off. */
export const SignedCountSchema = Type.String({
  title: 'SignedCount',
  maxLength: MAX_DIGITS,
  pattern: '^-?\\d+$',
  description: 'Count as a decimal string',
});

export const NumberSchema = Type.String({
  title: 'DecimalNumber',
  maxLength: MAX_DIGITS,
  pattern: '^-?\\d+(\\.\\d+)?$',
  description: 'Decimal string; parse it as a decimal, not as a binary floating-point number',
});

/** The text of one count, from the description of its unit. */
export function answerCount(description: string): TString {
  return Type.String({ maxLength: MAX_DIGITS, pattern: '^\\d+$', description });
}

/**
 * A text as the traffic gave it: ids, models and names, without control characters of ASCII. Bytes are no fewer than
 * characters.
 */
export function trafficText(options: TSchemaOptions = {}): TString {
  return Type.String({ maxLength: MAX_ID_BYTES, pattern: `^[^${ALWAYS_REFUSED_CHARACTERS}]*$`, ...options });
}

/** A metric as it was asked for. */
export const MetricIdSchema = Type.String({
  title: 'MetricId',
  maxLength: QUERY_LIMITS.max_id_length,
  pattern: '^[a-z][a-z0-9_]*\\.v[1-9]\\d*$',
  description: 'Name and version of a metric',
  examples: ['requests.v1'],
});

export const CoverageSchema = literalUnion(COVERAGE_ENTRIES, { title: 'CoverageEntry' });
