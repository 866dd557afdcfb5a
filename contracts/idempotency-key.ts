import { Type } from 'typebox';

/** A key that makes a repeated write one write. Printable ASCII, as a header can carry it. */
export const IdempotencyKeySchema = Type.String({
  pattern: '^[\\u0020-\\u007e]{1,255}$',
  description: 'Chosen by the client; wins over the Idempotency-Key header',
});
