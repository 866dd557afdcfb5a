import { Type, type TArray, type TLiteral, type TObject, type TOptional, type TSchema, type TString } from 'typebox';
import { idSchema } from './id-schema.ts';

const closed = { additionalProperties: false } as const;

/** The maximum number of items in one page. */
export const MAX_PAGE_ITEMS = 100;

/**
 * The cursor at which a list continues: opaque and signed. It is empty on the last page, and an empty cursor requests
 * the first page.
 */
export const PageTokenSchema = Type.String({
  title: 'PageToken',
  maxLength: 512,
  pattern: '^[A-Za-z0-9_.-]*$',
  'x-form': 'the `next_cursor` of the previous page',
  description:
    'Opaque `next_cursor` of the previous page. It is empty on the last page, and an empty cursor requests the first page.',
});

/**
 * The cursor at which the rows of an answer continue. It contains the position of the last row of the page, with up to
 * three ids of 256 characters.
 */
export const RowCursorSchema = Type.String({
  title: 'RowCursor',
  minLength: 1,
  maxLength: 8_192,
  pattern: '^[\\u0021-\\u007e]+$',
  'x-form': 'the `next_cursor` of the previous page',
  description: 'Opaque `next_cursor` of the previous page; only with its read context',
});

/** `{kind, data, request_id}` around one document. */
export function envelopeSchema<Kind extends string, Data extends TSchema>(
  kind: Kind,
  data: Data,
): TObject<{ kind: TLiteral<Kind>; data: Data; request_id: TString }> {
  return Type.Object(
    { kind: Type.Literal(kind), data, request_id: idSchema('request') },
    { ...closed, description: `One \`${kind}\`` },
  );
}

/** `{kind, data, next_cursor, request_id}` around one page of documents, newest first. */
export function pageSchema<Kind extends string, Item extends TSchema>(
  kind: Kind,
  item: Item,
): TObject<{ kind: TLiteral<Kind>; data: TArray<Item>; next_cursor: TString; request_id: TString }> {
  return Type.Object(
    {
      kind: Type.Literal(kind),
      data: Type.Array(item, { maxItems: MAX_PAGE_ITEMS }),
      next_cursor: PageTokenSchema,
      request_id: idSchema('request'),
    },
    { ...closed, description: `One page of \`${kind}\`, newest first` },
  );
}

/**
 * `{kind, data, next_cursor?, request_id}` around a document that may continue on another page, by default the rows of
 * an answer.
 */
export function pagedEnvelopeSchema<Kind extends string, Data extends TSchema>(
  kind: Kind,
  data: Data,
  cursor: TString = RowCursorSchema,
): TObject<{ kind: TLiteral<Kind>; data: Data; next_cursor: TOptional<TString>; request_id: TString }> {
  return Type.Object(
    {
      kind: Type.Literal(kind),
      data,
      next_cursor: Type.Optional(cursor),
      request_id: idSchema('request'),
    },
    { ...closed, description: `One \`${kind}\`, with a cursor if more rows follow` },
  );
}
