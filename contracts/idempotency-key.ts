import { Type } from 'typebox';

/** A key that makes a repeated write one write. Printable ASCII, as a header can carry it. */
export const IdempotencyKeySchema = Type.String({
  title: 'IdempotencyKey',
  maxLength: 255,
  pattern: '^[\\u0020-\\u007e]{1,255}$',
  description: '1 to 255 printable ASCII characters, chosen by the client; a key in the body wins over the header',
});
