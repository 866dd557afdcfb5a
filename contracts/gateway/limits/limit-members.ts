import { Type, type TOptional, type TString } from 'typebox';
import { COUNTED_UNITS } from '../../../domain/gateway/governance/limit-kind.ts';
import { textSchema } from '../../wire/scalars.ts';

/** The units in which people read amounts of limits. */
export const SHOWN_LIMIT_UNITS = Object.values(COUNTED_UNITS).map(({ shownAs }) => shownAs);

/** The maximum characters of the id of a limit. */
export const MAX_LIMIT_ID = 64;

/** An amount of a limit in its shown unit, as a decimal text. */
export function limitAmount(description: string): TString {
  return Type.String({ maxLength: 48, pattern: '^\\d{1,38}(\\.\\d{1,9})?$', description });
}

/** The member `limit_id` of a query. */
export function limitIdMember(description: string): TOptional<TString> {
  return Type.Optional(textSchema(MAX_LIMIT_ID, { pattern: '^[A-Za-z0-9._-]{1,64}$', description }));
}
