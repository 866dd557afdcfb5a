import { Type } from 'typebox';
import { LIFETIME_DAYS } from '../../domain/kernel/lifetimes.ts';

/** A key under which a repeated write takes effect only once. Printable ASCII, so that a header can carry it. */
export const IdempotencyKeySchema = Type.String({
  title: 'IdempotencyKey',
  maxLength: 255,
  pattern: '^[\\u0020-\\u007e]{1,255}$',
  'x-form': '1 to 255 printable ASCII characters',
  examples: ['weekly-spend-2026-05'],
  description: `1 to 255 printable ASCII characters, chosen by the client. A key in the body takes precedence over the header. Repeated requests get the first answer for ${LIFETIME_DAYS.idempotencyKey} days.`,
});
