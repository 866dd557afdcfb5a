import { Type } from 'typebox';

/** A key that makes a repeated write one write. Printable ASCII, as a header can carry it. */
export const IdempotencyKeySchema = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\u0020-\\u007e]*$',
  description: 'Chosen by the client; wins over the Idempotency-Key header',
});
