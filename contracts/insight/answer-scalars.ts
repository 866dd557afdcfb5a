import { Type } from 'typebox';
import { COVERAGE_ENTRIES } from '../../domain/insight/coverage.ts';
import { literalUnion } from '../literal-union.ts';

/** A count: numbers travel as decimal strings, so that no reader loses a digit. */
export const CountSchema = Type.String({ pattern: '^\\d+$', description: 'Count as a decimal string' });

/** A count of which corrections are taken off. */
export const SignedCountSchema = Type.String({ pattern: '^-?\\d+$', description: 'Count as a decimal string' });

export const NumberSchema = Type.String({
  pattern: '^-?\\d+(\\.\\d+)?$',
  description: 'Decimal string; parse it as a decimal, not as a binary floating-point number',
});

export const CoverageSchema = literalUnion(COVERAGE_ENTRIES);
