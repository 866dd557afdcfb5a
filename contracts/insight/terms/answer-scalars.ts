import { Type, type TSchemaOptions, type TString } from 'typebox';
import { COVERAGE_ENTRIES } from '../../../domain/insight/coverage.ts';
import { ALWAYS_REFUSED_CHARACTERS, MAX_ID_BYTES } from '../../wire/id-text.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { QUERY_LIMITS } from './query-limits.ts';

/**
 * The maximum number of characters of a number. The smallest duration that a binary floating-point number can hold has
 * about 340.
 */
export const MAX_DIGITS = 512;

/** A count. Numbers are sent as decimal strings, so that no reader loses digits. */
export const CountSchema = Type.String({
  title: 'Count',
  maxLength: MAX_DIGITS,
  pattern: '^\\d+$',
  description: 'Count as a decimal string',
});

/** A count from which corrections are subtracted, so that it can be negative. */
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

/** The schema of one count, with the description of its unit. */
export function answerCount(description: string): TString {
  return Type.String({ maxLength: MAX_DIGITS, pattern: '^\\d+$', description });
}

/**
 * A text from traffic: an id, a model or a name, without ASCII control characters. The limit in bytes also bounds the
 * characters, because a text has at least as many bytes as characters.
 */
export function trafficText(options: TSchemaOptions = {}): TString {
  return Type.String({ maxLength: MAX_ID_BYTES, pattern: `^[^${ALWAYS_REFUSED_CHARACTERS}]*$`, ...options });
}

/** The id of a metric, as the question has it. */
export const MetricIdSchema = Type.String({
  title: 'MetricId',
  maxLength: QUERY_LIMITS.max_id_length,
  pattern: '^[a-z][a-z0-9_]*\\.v[1-9]\\d*$',
  description: 'Name and version of a metric',
  examples: ['requests.v1'],
});

export const CoverageSchema = literalUnion(COVERAGE_ENTRIES, { title: 'CoverageEntry' });
